#!/bin/sh
# Installs Jailbird into a scratch directory, tries everything that was installed, and uninstalls it.
#
#     EXE=jailbird tests/install.sh        (make test-install)
#
# Programs that check manual pages, desktop entries and scripts are used where they are installed. The last line is
# `N passed, M failed`; the exit code is 0 only if M is 0.
set -u

cd "$(dirname "$0")/.." || exit 1
exe=${EXE:-jailbird}
make=${MAKE:-make}
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
share=$stage/usr/share
passed=0
failed=0

# check NAME COMMAND...: the command succeeds and says nothing on standard error.
check() {
    name=$1
    shift
    if "$@" > "$stage/out" 2> "$stage/err" && [ ! -s "$stage/err" ]; then
        passed=$((passed + 1))
        echo "ok install, $name"
    else
        failed=$((failed + 1))
        echo "FAIL install, $name: $(head -n 3 "$stage/err" | tr '\n' ' ')"
    fi
}

# check_with PROGRAM NAME COMMAND...: the same, if there is such a program.
check_with() {
    if command -v "$1" > /dev/null; then
        shift
        check "$@"
    else
        echo "left out: there is no $1"
    fi
}

quietly() {
    "$make" --no-print-directory -s "$@" EXE="$exe" DESTDIR="$stage" PREFIX=/usr BINDIR=/usr/games
}

speaks_uci() {
    printf 'uci\nquit\n' | "$stage/usr/games/jailbird" | grep -q '^uciok$'
}

has_no_symbols() {
    ! readelf --wide --sections "$stage/usr/games/jailbird" | grep -q -E ' \.(symtab|debug_info) '
}

# The plugin file names the program that was installed, and games that it announces to XBoard.
plugin_is_true() {
    file=$share/games/plugins/xboard/jailbird.eng
    [ "$(sed -n 1p "$file")" = "plugin spec 0.0" ] || return 1
    [ -x "$stage/usr/games/$(sed -n 2p "$file")" ] || return 1
    printf 'xboard\nprotover 2\nquit\n' | "$stage/usr/games/jailbird" > "$stage/features"
    sed -n 3p "$file" | tr ',' '\n' | sed 's/^chess$/normal/' | while read -r game; do
        grep -q "variants=\"\(.*,\)\?$game[,\"]" "$stage/features" || { echo "no $game" >&2; exit 1; }
    done
}

# groff's own complaints about a page.
manual_is_clean() {
    for page in "$share"/man/man6/*.6; do
        groff -man -Tutf8 -ww -z "$page" || return 1
    done
}

# As a shell would complete `jailbird play p` and `jailbird be`.
bash_completes() {
    bash -c '. "$1"
        COMP_WORDS=(jailbird play penaltybox-b) COMP_CWORD=2; _jailbird jailbird penaltybox-b play; echo "${COMPREPLY[@]}"
        COMP_WORDS=(jailbird be) COMP_CWORD=1; _jailbird jailbird be jailbird; echo "${COMPREPLY[@]}"' \
        bash "$share/bash-completion/completions/jailbird" > "$stage/completed"
    [ "$(cat "$stage/completed")" = "$(printf 'penaltybox-ben\nbench')" ] || { cat "$stage/completed" >&2; return 1; }
}

links_are_good() {
    docs=$share/doc/jailbird
    grep -oE '\]\([^)#:]+' "$docs/README.md" | cut -c3- | while read -r link; do
        case $link in bench/* | https) continue ;; esac
        [ -e "$docs/$link" ] || { echo "README.md: $link" >&2; exit 1; }
    done
}

nothing_is_left() {
    left=$(find "$stage/usr" -type f)
    [ -z "$left" ] || { echo "$left" >&2; return 1; }
}

check "make install" quietly install
check "the program speaks UCI" speaks_uci
check_with readelf "the program carries no symbols" has_no_symbols
check "XBoard's plugin file" plugin_is_true
check "licences" test -s "$share/doc/jailbird/LICENSE-MIT" -a -s "$share/doc/jailbird/LICENSE-APACHE"
check "security policy" test -s "$share/doc/jailbird/SECURITY.md"
check "links of the README" links_are_good
check_with groff "manual pages" manual_is_clean
check_with bash "completion in bash" bash_completes
check_with zsh "completion in zsh" zsh -n "$share/zsh/site-functions/_jailbird"
check_with fish "completion in fish" fish -n "$share/fish/vendor_completions.d/jailbird.fish"
check_with desktop-file-validate "desktop entry" desktop-file-validate "$share/applications/jailbird.desktop"
check_with xmllint "icon" xmllint --noout "$share/icons/hicolor/scalable/apps/jailbird.svg"
check "make uninstall" quietly uninstall
check "nothing is left" nothing_is_left
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
