#!/usr/bin/env bash
# Uses `mvn -Prun` as a newcomer does: starts it, waits for the printed commands, runs them as printed, ends Maven with
# SIGTERM, and checks that the broker stopped cleanly and left nothing running.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
work=$root/target/run-profile
rm -rf "$work"
mkdir -p "$work"

fail() {
  echo "run-profile: $*" >&2
  echo "-- last lines of Maven and the broker" >&2
  tail -n 60 "$work/maven.log" >&2
  exit 1
}

# within SECONDS WHAT COMMAND...: waits until the command succeeds.
within() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    [ "$SECONDS" -lt "$end" ] || fail "no $what in time"
    read -r -t 0.2 <>"$work/never" || true
  done
}
mkfifo "$work/never"

is_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

free_port() {
  local port
  for _ in $(seq 100); do
    port=$((20000 + RANDOM % 12000))
    if ! is_taken "$port"; then
      echo "$port"
      return
    fi
  done
  fail "no free port found"
}

# Ids of the processes that run a broker on this port.
brokers() {
  local process
  for process in /proc/[0-9]*; do
    if tr '\0' ' ' 2>/dev/null <"$process/cmdline" | grep -q -- "org.partita.cli.Main broker .*--http $port "; then
      echo "${process#/proc/}"
    fi
  done
}

printed_commands() { grep -oE '^ *curl .*$' "$work/maven.log" | sed 's/^ *//'; }
commands_are_printed() {
  kill -0 "$maven" 2>/dev/null || fail "Maven ended before the broker was ready"
  [ "$(printed_commands | wc -l)" -ge 2 ]
}
maven_is_gone() { ! kill -0 "$maven" 2>/dev/null; }
no_broker_is_left() { [ -z "$(brokers)" ]; }

stop_everything() {
  local pid
  for pid in "$maven" $(brokers); do kill -KILL "$pid" 2>/dev/null || true; done
}

port=$(free_port)
wire=$(free_port)
mvn -B -Prun -Dpartita.http.port="$port" -Dpartita.wire.port="$wire" -Dpartita.data="$work/data" >"$work/maven.log" 2>&1 &
maven=$!
trap stop_everything EXIT
within 420 "ready broker" commands_are_printed

mapfile -t commands < <(printed_commands)
[ "${#commands[@]}" -eq 2 ] || fail "two commands expected, printed were: ${commands[*]}"
for i in 0 1; do
  echo "\$ ${commands[$i]}"
  bash -c "curl() { command curl --fail-with-body --silent --show-error \"\$@\"; }; ${commands[$i]}" \
    >"$work/answer-$i.json" || fail "the printed command failed: $(cat "$work/answer-$i.json")"
  cat "$work/answer-$i.json"
  echo
done
grep -q '"offset"' "$work/answer-0.json" || fail "the first command stored nothing"
published=$(grep -oE '"payload":.*\}' <<<"${commands[0]}" | sed -e 's/^"payload"://' -e 's/}$//')
grep -qF "$published" "$work/answer-1.json" || fail "the second command did not read $published"

[ -n "$(brokers)" ] || fail "no broker process found"
is_taken "$wire" || fail "nothing listens on port $wire for Kafka clients"
kill -TERM "$maven"
within 60 "end of Maven" maven_is_gone
within 60 "end of the broker" no_broker_is_left
is_taken "$port" && fail "something still listens on port $port"
is_taken "$wire" && fail "something still listens on port $wire"
[ -f "$work/data/clean" ] || fail "the broker did not leave the mark of a clean stop"
trap - EXIT
echo "run-profile: started, tried, stopped cleanly"
