#!/usr/bin/env python3
"""Makes the page that docs/measured/ keeps from `warplight-cli bench --json` files of one run. See scripts/measure."""
import argparse
import json
import pathlib
import sys
import tomllib


def clocks(reports) -> str:
    seen = [clock for report in reports for lab in report["labs"] for row in lab["rows"]
            for clock in ((row["evaluate"] or row["step"] or {}).get("sm_clock_mhz") or []) if clock is not None]
    most = reports[0]["machine"]["most_sm_clock_mhz"]
    if not seen:
        return "SM clock not known"
    return f"SM {min(seen):.0f} to {max(seen):.0f} MHz around the samples" + (f" (at most {most:.0f})" if most else "")


def count(value: float) -> str:
    return f"{int(value):,}".replace(",", " ")


def time_text(timing) -> str:
    return "–" if timing is None else f"{timing['median_ms']:.4g}"


def spread_text(timing) -> str:
    if timing is None or timing["p10_ms"] is None:
        return "–"
    return f"{timing['p10_ms']:.4g} – {timing['p90_ms']:.4g}"


def limit_text(row) -> str:
    return "–" if row["of_limit"] is None else f"{100 * row['of_limit']:.0f}% {row['limit_by']}"


def kernel_text(row) -> str:
    if not row["kernels"]:
        return "–"
    kernel = max(row["kernels"], key=lambda each: each["registers"])
    return f"{kernel['registers']}, {kernel['shared_bytes'] / 1000:.3g} KB, {100 * kernel['occupancy']:.0f}%"


def read_peers(file: pathlib.Path, gpu: str) -> list:
    """The figures of a file like docs/measured/peers-h200.toml, one an entry; none where they are of another GPU."""
    try:
        known = tomllib.loads(file.read_text())
        peers = []
        for peer in known["peer"]:
            figures = [(peer.get("knobs", {}), peer["value"])] if "value" in peer else [
                ({**peer.get("knobs", {}), knob: int(at)}, value)
                for knob, values in peer["by_knob"].items() for at, value in values.items()]
            if peer["unit"] not in UNITS:
                raise ValueError(f"{peer['who']}: unit {peer['unit']} is none of {', '.join(UNITS)}")
            peers += [{**peer, "knobs": knobs, "value": float(value)} for knobs, value in figures]
        return peers if known["gpu"] == gpu else []
    except (OSError, KeyError, TypeError, ValueError) as error:
        sys.exit(f"measured_page: {file}: {error!r}")


# Of a row, in a peer's unit.
UNITS = {"TFLOP/s": lambda row: row["gflops"] / 1e3, "GCell/s": lambda row: row["items_per_s"] / 1e9}


def peers_of(lab, peers) -> list:
    """The figures that stand beside a table, the fastest first."""
    knobs = lab["knobs"]

    def fits(peer) -> bool:
        return (peer["lab"] == lab["lab"] and all(knobs.get(name) == value for name, value in peer["knobs"].items())
                and all(name in knobs and value / 1.3 <= knobs[name] <= value * 1.3 for name, value in peer.get("near", {}).items())
                and all(name in knobs and knobs[name] >= value for name, value in peer.get("least", {}).items()))
    return sorted(filter(fits, peers), key=lambda peer: -peer["value"])


def peer_text(peer, lab) -> str:
    own = [f"{name} = {count(value)}" for name, value in peer.get("near", {}).items() if lab["knobs"][name] != value]
    return f"{peer['who']} {peer['value']:g} {peer['unit']}" + (f" ({', '.join(own)})" if own else "")


def against_text(row, peers) -> str:
    if not peers:
        return "–"
    return f"{UNITS[peers[0]['unit']](row) / peers[0]['value']:.2f} × {peers[0]['who']}"


def row_text(row, commit: str, peers) -> str:
    if row["problem"]:
        return f"| {row['variant']} | {row['problem']} |" + " |" * 10 + f" {commit} |"
    main = row["evaluate"] or row["step"] or row["cold"]
    step = row["step"] if row["evaluate"] else None
    error = max((check["l2_error"] for check in row["checks"]), default=float("nan"))
    rate = row["gflops"]
    unit = f"{rate / 1000:.2f} TFLOP/s" if rate >= 1000 else f"{rate:.3g} GFLOP/s"
    name = row["variant"] + (f" ({row['choice']})" if row.get("choice") else "")
    return (f"| {name} | {time_text(main)} | {spread_text(main)} | {main['n']} | {main['trust']} | {unit} "
            f"| {limit_text(row)} | {time_text(row['cold'])} | {time_text(step)} | {kernel_text(row)} | {error:.1e} | {against_text(row, peers)} "
            f"| {commit} |")


def ceilings_text(reports) -> list:
    for report in reports:
        found = {name: value for name, value in report["ceilings"]["device"].items() if value and name != "date"}
        if not found:
            continue
        rates = {"copy": (1e-12, "TB/s"), "read": (1e-12, "TB/s"), "l2": (1e-12, "TB/s"), "multiply_add": (2e-12, "TFLOP/s"),
                 "multiply_add_fp64": (2e-12, "TFLOP/s"),
                 "root": (1e-12, "T/s"), "launch": (1e3, "µs"), "graph_node": (1e3, "µs"), "map": (1e3, "µs")}
        return ["", "Ceilings of this machine: " +
                ", ".join(f"{name} {value * rates[name][0]:.3g} {rates[name][1]}" for name, value in found.items()) + "."]
    return []


def page(reports, peers) -> str:
    first = reports[0]
    machine = first["machine"]
    lines = [f"# Measured on {machine['gpu']}", "",
             f"{first['date']}. Driver {machine['driver']}, {machine['cuda_built_with']}, "
             f"{machine['multiprocessors']} multiprocessors. {clocks(reports)}. "
             f"Host: {machine['processor']}, {machine['threads']} threads.", "",
             "Made by `scripts/measure`. Hot (the same buffers again and again) but for the column cold (the L2 cache emptied "
             "before each run), medians with p10 – p90; how far to believe each is said by its word "
             "([measuring.md](../measuring.md)). Every variant passed its check at this very size just before. The "
             "error is the relative L2 of what a step computes against the reference in double. Times are of the GPU's own clock for device variants, of the host's for host variants; "
             "a rung whose single run is longer than the time bound has one sample and no spread.",
             *ceilings_text(reports)]
    for report in reports:
        for lab in report["labs"]:
            knobs = ", ".join(f"{name} = {count(value) if isinstance(value, int) else value}"
                              for name, value in lab["knobs"].items())
            lines += ["", f"## {lab['lab']}, {lab['start']}: {knobs}", "", f"Rate: {lab['cost']['convention']}.", "",
                      "| variant | ms | p10 – p90 | n | word | rate | of limit | ms cold | ms a whole step "
                      "| registers, shared, occupancy | error | against the best peer | commit |",
                      "|" + "---|" * 13]
            here = peers_of(lab, peers)
            lines += [row_text(row, report["commit"], here) for row in lab["rows"]]
            if here:
                lines += ["", "Peers at this size: " + "; ".join(peer_text(peer, lab) for peer in here) + "."]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("json", nargs="+", type=pathlib.Path)
    parser.add_argument("--peers", type=pathlib.Path, help="what other programs reach, such as docs/measured/peers-h200.toml")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    reports = [json.loads(file.read_text()) for file in arguments.json]
    reports.sort(key=lambda report: report["labs"][0]["cost"]["items"])
    peers = read_peers(arguments.peers, reports[0]["machine"]["gpu"]) if arguments.peers else []
    arguments.out.write_text(page(reports, peers))


if __name__ == "__main__":
    main()
