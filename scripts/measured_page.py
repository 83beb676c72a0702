#!/usr/bin/env python3
"""Makes the page that docs/measured/ keeps from `warplight-cli bench --json` files of one run. See scripts/measure."""
import argparse
import json
import pathlib
import subprocess


def clocks() -> str:
    query = "clocks.sm,clocks.mem,clocks.max.sm"
    try:
        text = subprocess.run(["nvidia-smi", f"--query-gpu={query}", "--format=csv,noheader,nounits"],
                              capture_output=True, text=True, check=True).stdout
        sm, mem, most = [part.strip() for part in text.splitlines()[0].split(",")]
        return f"SM {sm} MHz after the run (at most {most}), memory {mem} MHz"
    except (OSError, subprocess.CalledProcessError, ValueError, IndexError):
        return "not known: nvidia-smi did not say"


def count(value: float) -> str:
    return f"{int(value):,}".replace(",", " ")


def time_text(timing) -> str:
    return "–" if timing is None else f"{timing['median_ms']:.4g}"


def spread_text(timing) -> str:
    if timing is None or timing["p10_ms"] is None:
        return "–"
    return f"{timing['p10_ms']:.4g} – {timing['p90_ms']:.4g}"


def row_text(row, commit: str) -> str:
    if row["problem"]:
        return f"| {row['variant']} | {row['problem']} | | | | | | {commit} |"
    evaluate, step = row["evaluate"], row["step"]
    error = max((check["l2_error"] for check in row["checks"]), default=float("nan"))
    rate = row["gflops"]
    unit = f"{rate / 1000:.2f} TFLOP/s" if rate >= 1000 else f"{rate:.3g} GFLOP/s"
    name = row["variant"] + (f" ({row['choice']})" if row.get("choice") else "")
    return (f"| {name} | {time_text(evaluate)} | {spread_text(evaluate)} | {evaluate['n'] if evaluate else '–'} "
            f"| {unit} | {time_text(step)} | {error:.1e} | {commit} |")


def page(reports) -> str:
    first = reports[0]
    machine = first["machine"]
    lines = [f"# Measured on {machine['gpu']}", "",
             f"{first['date']}. Driver {machine['driver']}, {machine['cuda_built_with']}, "
             f"{machine['multiprocessors']} multiprocessors. {clocks()}. "
             f"Host: {machine['processor']}, {machine['threads']} threads.", "",
             "Made by `scripts/measure`. Hot (the same buffers again and again), medians with p10 – p90; every variant passed "
             "its check at this very size just before. The error is the relative L2 of what a step computes against the "
             "reference in double. Times are of the GPU's own clock for device variants, of the host's for host variants; "
             "a rung whose single run is longer than the time bound has one sample and no spread."]
    for report in reports:
        for lab in report["labs"]:
            knobs = ", ".join(f"{name} = {count(value) if isinstance(value, int) else value}"
                              for name, value in lab["knobs"].items())
            lines += ["", f"## {lab['lab']}, {lab['start']}: {knobs}", "", f"Rate: {lab['cost']['convention']}.", "",
                      "| variant | ms | p10 – p90 | n | rate | ms a whole step | error | commit |",
                      "|---|---|---|---|---|---|---|---|"]
            lines += [row_text(row, report["commit"]) for row in lab["rows"]]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("json", nargs="+", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    reports = [json.loads(file.read_text()) for file in arguments.json]
    reports.sort(key=lambda report: report["labs"][0]["cost"]["items"])
    arguments.out.write_text(page(reports))


if __name__ == "__main__":
    main()
