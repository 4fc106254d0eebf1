#!/usr/bin/env bash
# Two games that XBoard referees, Jailbird against Phalanx: once as the first engine (White), once as the second
# (Black). Checks the saved games with python-chess, and what XBoard wrote down of the conversations.
#
#     JAILBIRD=./jailbird xboard_match.sh
set -u

PATH=$PATH:/usr/games
jailbird=$(realpath "${JAILBIRD:-./jailbird}")
for program in xboard phalanx xvfb-run python3; do
    if ! command -v "$program" > /dev/null; then
        echo "FAIL XBoard match: there is no $program"
        exit 1
    fi
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# XBoard keeps its settings there.
export HOME=$folder
cd "$folder" || exit 1

check_game() {
    python3 - "$1" "$2" << 'PYTHON'
import sys
import chess.pgn

name, side = sys.argv[1:]
game = chess.pgn.read_game(open(f"{name}.pgn"))
problems = []
if game is None:
    sys.exit("no game in the PGN")
if game.errors:
    problems.append(f"not a legal game: {game.errors[0]}")
result = game.headers["Result"]
if result not in ("1-0", "0-1", "1/2-1/2"):
    problems.append(f"no result: {result}")
if "Jailbird" not in game.headers[side]:
    problems.append(f"{side} is {game.headers[side]}")
plies = len(list(game.mainline_moves()))
if plies < 10:
    problems.append(f"{plies} plies only")
end = " ".join(node.comment for node in [game.end()]).lower()
if any(word in end for word in ("time", "forfeit", "illegal", "exit", "invalid", "false")):
    problems.append(f"the game ended by: {end}")
board = game.end().board()
if board.is_checkmate() and result != board.result():
    problems.append(f"{result}, but {board.result()} on the board")
if problems:
    sys.exit("; ".join(problems))
print(f"{result} after {plies} plies")
PYTHON
}

play() {
    local name=$1 side=$2
    shift 2
    # A group of their own, so that none of them is left behind.
    setsid xvfb-run -a xboard "$@" -mg 1 -xexit -soundProgram "" \
        -sgf "$name.pgn" -debug -nameOfDebugFile "$name.debug" > "$name.out" 2>&1 < /dev/null &
    local group=$! ticks=0
    while kill -0 "$group" 2> /dev/null && [ $ticks -lt 750 ]; do
        sleep 0.2
        ticks=$((ticks + 1))
    done
    if [ $ticks -ge 750 ]; then
        echo "    XBoard does not end by itself"
        kill -TERM -- "-$group" 2> /dev/null
        sleep 1
    fi
    kill -KILL -- "-$group" 2> /dev/null
    wait "$group" 2> /dev/null
    if [ ! -s "$name.pgn" ]; then
        echo "FAIL XBoard match, Jailbird is $side: no game was saved: $(tail -n 1 "$name.out")"
        return 1
    fi
    local problem
    # What the engines and XBoard itself said; lines that quote the end of the game are judged with the game. Phalanx does
    # not know the command `computer`.
    problem=$(grep -n -i -E 'illegal|forfeit|tellusererror|false .*claim|exited unexpectedly|bad fen|segmentation' \
        "$name.debug" | grep -v 'Illegal move: computer' | head -n 3 | tr '\n' ' ')
    if [ -n "$problem" ]; then
        echo "FAIL XBoard match, Jailbird is $side: $problem"
        return 1
    fi
    local which=first
    [ "$side" = Black ] && which=second
    problem=$(grep -n -E "<$which ?: *Error" "$name.debug" | head -n 3 | tr '\n' ' ')
    if [ -n "$problem" ]; then
        echo "FAIL XBoard match, Jailbird is $side: $problem"
        return 1
    fi
    local said
    if said=$(check_game "$name" "$side" 2>&1); then
        echo "ok XBoard match, Jailbird is $side: $said"
    else
        echo "FAIL XBoard match, Jailbird is $side: $said"
        return 1
    fi
}

failed=0
play white White -fcp "$jailbird" -scp phalanx -tc 0:05 -inc 0.05 || failed=1
play black Black -fcp phalanx -scp "$jailbird" -mps 40 -tc 0:05 || failed=1
exit $failed
