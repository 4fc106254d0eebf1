# Finds the engine and installs what tests in a browser need, for the scripts that source it; `here` is the folder of this file.
# Sets JAILBIRD, CHROMIUM, JAILBIRD_TOOLS and python. Exit code 77 says that a tool cannot be had.

tools=$(realpath -m "$here/../../target/test-board")
export JAILBIRD=${JAILBIRD:-./jailbird}
export CHROMIUM=${CHROMIUM:-/usr/bin/chromium}
export JAILBIRD_TOOLS=$tools
log=$(mktemp)
trap 'rm -f "$log"' EXIT

lacking() {
    echo "skipped: cannot have $1"
    exit 77
}

# Runs a command quietly; shows what it has said only if it fails.
quietly() {
    "$@" > "$log" 2>&1 || { tail -n 3 "$log"; return 1; }
}

if [ ! -x "$JAILBIRD" ]; then
    echo "FAIL there is no engine at $JAILBIRD: build it, or say JAILBIRD=path"
    exit 1
fi
JAILBIRD=$(realpath "$JAILBIRD")

missing=()
[ -x "$CHROMIUM" ] || missing+=(chromium)
command -v npm > /dev/null || missing+=(npm)
python3 -c 'import ensurepip, venv' 2> /dev/null || missing+=(python3-venv)
if [ ${#missing[@]} -gt 0 ]; then
    [ "$(id -u)" -eq 0 ] && command -v apt-get > /dev/null || lacking "without root: apt-get install ${missing[*]}"
    echo "installing ${missing[*]}"
    export DEBIAN_FRONTEND=noninteractive
    quietly apt-get update -q
    quietly apt-get install -y -q --no-install-recommends "${missing[@]}" || lacking "${missing[*]}"
fi

mkdir -p "$tools"
python=$tools/venv/bin/python3
if ! "$python" -c 'import playwright' 2> /dev/null; then
    echo "installing playwright"
    quietly python3 -m venv "$tools/venv" || lacking "a virtual environment of Python"
    quietly "$python" -m pip install --quiet --requirement "$here/requirements.txt" || lacking "playwright (pip)"
fi
if ! cmp -s "$here/package.json" "$tools/package.json" || [ ! -x "$tools/node_modules/.bin/tsc" ]; then
    echo "installing axe-core and typescript"
    cp "$here/package.json" "$tools/package.json"
    quietly npm install --prefix "$tools" --no-audit --no-fund || { rm -f "$tools/package.json"; lacking "axe-core and typescript (npm)"; }
fi
