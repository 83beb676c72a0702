# Shared set-up of scripts/run and scripts/test: installs what is missing, configures and builds. Sourced, never run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build="$root/build"

# Debian 12 and Ubuntu 24.04 know all of these; a|b: the first of them that the system knows.
build_packages=(
  g++ cmake ninja-build 'python3-glad|glad' libglfw3-dev libgl-dev libimgui-dev libstb-dev libglm-dev libpng-dev
  libfmt-dev libtomlplusplus-dev nlohmann-json3-dev libcli11-dev libboost-context-dev libhdf5-dev libopenimageio-dev
  libgl1 libegl1 libgl1-mesa-dri fonts-inter fonts-jetbrains-mono
)
test_packages=(libgtest-dev xvfb openbox xdotool x11-utils ffmpeg)

say() { printf '%s\n' "$*"; }

stop() { # stop CODE LINE
  printf 'warplight: %s\n' "$2" >&2
  exit "$1"
}

# Prints those of the packages that are not installed.
missing_packages() {
  local installed wanted
  # dpkg-query fails when it has never heard of one of them
  installed=" $({ dpkg-query -W -f '${Package} ${db:Status-Status}\n' "${@//|*/}" "${@//*|/}" 2>/dev/null || true; } |
    awk '$2 == "installed" { printf "%s ", $1 }')"
  for wanted in "$@"; do
    [[ $installed == *" ${wanted%%|*} "* || $installed == *" ${wanted##*|} "* ]] || printf '%s\n' "$wanted"
  done
}

install_packages() {
  local missing choice names=() as_root=()
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "No apt here, so nothing is installed. Needed, by Debian's names: ${*//|*/}"
    return
  fi
  mapfile -t missing < <(missing_packages "$@")
  [[ ${#missing[@]} -gt 0 ]] || return 0
  if [[ $(id -u) -ne 0 ]]; then
    command -v sudo >/dev/null || stop 3 "these packages are missing, and only root can install them: ${missing[*]//|*/}"
    as_root=(sudo)
  fi
  say "Installing ${#missing[@]} packages with apt: ${missing[*]//|*/}"
  as_root+=(env DEBIAN_FRONTEND=noninteractive)
  local log
  log=$(mktemp)
  "${as_root[@]}" apt-get -qq -o DPkg::Lock::Timeout=300 update >"$log" 2>&1 || true
  for choice in "${missing[@]}"; do
    if apt-cache show "${choice%%|*}" >/dev/null 2>&1; then names+=("${choice%%|*}"); else names+=("${choice##*|}"); fi
  done
  if ! "${as_root[@]}" apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "${names[@]}" \
    >>"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    stop 3 "apt could not install: ${names[*]} (its last words are above)"
  fi
  rm -f "$log"
}

# configure FOLDER [CMAKE ARGUMENT]...: quiet but for CMake's closing lines.
configure() {
  local folder=$1 log
  shift
  command -v cmake >/dev/null || stop 3 "cmake is not on PATH"
  mkdir -p "$folder"
  log="$folder/configure.log"
  if ! cmake -S "$root" -B "$folder" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" >"$log" 2>&1; then
    cat "$log" >&2
    stop 1 "CMake could not configure $folder (its words are above)"
  fi
  sed -n 's/^-- \(Build type:\)/\1/; /^Build type:/,/^-- Configuring done/p' "$log" | sed '/^-- Configuring done/d; s/^-- //'
}

# build_targets FOLDER TARGET...: a line of progress on a terminal, the full log only when it fails.
build_targets() {
  local folder=$1
  shift
  cmake --build "$folder" --target "$@" || stop 1 "the build in $folder failed (see above)"
}
