#!/usr/bin/env bash
# Measures rows of the site's page on benchmarks, Partita and a peer in turn, and prints one line a figure:
# row, partita, peer, ratio, unit, divided by tabs; lines with # give the single rounds. Builds what is missing.
#
#   src/bench/run.sh ROW... [--dir DIRECTORY] [--rounds N] [--warmups N]     rows: L1 L2 H1 H2 H3 R1 W1 to W5
#   src/bench/run.sh jmh [ARGUMENTS OF JMH]                                  micro-benchmarks; -h says what JMH takes
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)

if [ $# -eq 0 ] || [ "$1" = --help ] || [ "$1" = -h ]; then
  sed -n '2,6s/^# \{0,1\}//p' "$0" >&2
  exit 64
fi

build() { mvn -f "$root/pom.xml" -q -B "$@" package -DskipTests -Dpartita.kafka.skip=false -pl src/bench -am; }
build -o >/dev/null 2>&1 || build >&2

heap=(-Xms1g -Xmx1g -XX:+UseG1GC)
classpath="$root/src/bench/target/classes:$(cat "$root/src/bench/target/classpath")"
if [ "$1" = jmh ]; then
  shift
  # shellcheck disable=SC2086 # options may be several words
  exec java -Djmh.ignoreLock=true "${heap[@]}" -cp "$classpath" org.openjdk.jmh.Main "$@"
fi
mkdir -p "$root/target/bench"
case " $* " in
  *" --dir "*) ;;
  *) set -- "$@" --dir "$root/target/bench" ;;
esac
set -- "$@" --distribution "$root/ear/target/partita" --kafka "$root/src/system-tests/kafka/target/lib"
# shellcheck disable=SC2086 # options may be several words
exec java "${heap[@]}" ${PARTITA_BENCH_JAVA_OPTIONS:-} -cp "$classpath" org.partita.bench.rows.Main "$@"
