# shellcheck shell=bash disable=SC2034,SC2119,SC2120 # what is set here is used by those who source this
# SPDX-License-Identifier: Apache-2.0
#
# What the comparisons share: the build, a MySQL server of their own, and tidying up. To be sourced.

bench=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$bench")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cdc-tester
mysql_dir=$cache/mysql-9.7
corpus_dir=$cache/bench-corpora
java_options='-Xmx512m -XX:+UseParallelGC'
scale=1
runs=5
out=''
tls=false
server_options=()
only=''
beside=''
beside_name=''
rounds_note='after a warm-up round'

# Of the machine, before anything here is built or started.
load_at_start=$(cut -d ' ' -f 1-3 /proc/loadavg)

work=''
server_pid=''
port=''
children=()

say() { printf '%s\n' "$*" >&2; }
die() {
  say "${0##*/}: $*"
  exit 1
}

# Takes one option that every command has; $shifted says how many words it was.
common_option() {
  local value=${2-}
  shifted=2
  case $1 in
    --scale) scale=$value ;;
    --runs) runs=$value ;;
    --out) out=$value ;;
    --mysql) mysql_dir=${value%/} ;;
    --cache) corpus_dir=${value%/} ;;
    --java-options) java_options=$value ;;
    --server-option) server_options+=("$value") ;;
    --only) only=$value ;;
    --beside) beside=${value%/} ;;
    --tls)
      tls=true
      shifted=1
      ;;
    *) return 1 ;;
  esac
  [[ $# -ge $shifted ]] || die "$1 wants a value"
}

check_common_options() {
  [[ $scale =~ ^[0-9]*\.?[0-9]+$ ]] || die "--scale $scale: give a number such as 0.05"
  [[ $runs =~ ^[1-9][0-9]*$ ]] || die "--runs $runs: give a whole number from 1"
  [[ -z $beside || -f $beside/bench/pom.xml ]] || die "--beside $beside: give another checkout of cdc-tester"
  [[ -z $out || -d $(dirname "$out") ]] || die "--out $out: no such directory"
}

check_list() { # OPTION LIST OF_WHICH
  local one
  for one in ${2//,/ }; do
    [[ ,$3, == *,$one,* ]] || die "$1 $one: give names of ${3//,/, }"
  done
}

set_up() {
  trap tidy EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  work=$(mktemp -d)
}

tidy() {
  local status=$? pid
  trap '' INT TERM HUP
  set +e
  for pid in "${children[@]}"; do
    kill "$pid" 2>/dev/null
    wait "$pid" 2>/dev/null
  done
  stop_server
  if [[ -n ${tmpfs:-} ]]; then
    rm -rf --one-file-system "$tmpfs"
  fi
  if [[ -n $work ]]; then
    rm -rf --one-file-system "$work"
  fi
  exit "$status"
}

# Runs a command so that a signal to this script is obeyed at once.
run() {
  "$@" &
  local pid=$! status=0
  children+=("$pid")
  wait "$pid" || status=$?
  forget "$pid"
  return "$status"
}

forget() {
  local pid left=()
  for pid in "${children[@]}"; do
    [[ $pid == "$1" ]] || left+=("$pid")
  done
  children=("${left[@]}")
}

# build_java [MODULE [ANOTHER]]: the library of this checkout and a module's Java sides, in $classpath; the other module is built
# with them. Tests and checks are not run. With --beside the same of the other checkout, in $beside_classpath.
build_java() {
  local module=${1:-drain-java}
  say 'building the Java sides'
  built_of "$root" "$work/lib" "$@"
  classpath="$work/lib/*"
  if [[ -n $beside ]]; then
    beside_name="cdc-tester $(git -C "$beside" rev-parse --short HEAD 2>/dev/null || echo 'of the other checkout')"
    say "building those of $beside_name"
    built_of "$beside" "$work/beside-lib" "$@"
    beside_classpath="$work/beside-lib/*"
  fi
  java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
}

built_of() { # CHECKOUT TO [MODULE [ANOTHER]]
  local module=${3:-drain-java}
  run mvn -q -B -ntp -f "$1/bench/pom.xml" -pl ":$module${4:+,:$4}" -am -Dmaven.test.skip=true -Darchive.skip=true package \
    >"$work/build.log" 2>&1 || {
    grep '^\[ERROR\]' "$work/build.log" | head -n 20 >&2
    die "the build of $1 failed"
  }
  # A copy: a build of the checkout meanwhile must not pull the classes from under a measurement.
  cp -r "$1/bench/$module/target/lib" "$2"
  cp "$1/bench/$module/target/$module"-*.jar "$2/"
}

# build_cdc_tester [OPTION...]: the command line of this checkout, in $work/cdc-tester, with options for Maven. Tests and checks are
# not run.
build_cdc_tester() {
  say 'building cdc-tester'
  run mvn -q -B -ntp -f "$root/pom.xml" "$@" -pl cli -am -Dmaven.test.skip=true -Darchive.skip=true package >"$work/build.log" 2>&1 ||
    { grep '^\[ERROR\]' "$work/build.log" | head -n 20 >&2; die 'the build failed'; }
  # A copy: a build of the checkout meanwhile must not change what is measured.
  cp -r "$root/cli/target/cdc-tester" "$work/cdc-tester"
  java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
  mkdir -p "$work/tmp"
  export CDC_TESTER_JAVA_OPTS="${CDC_TESTER_JAVA_OPTS:-} $java_options -Djava.io.tmpdir=$work/tmp" CDC_TESTER_PASSWORD=''
}

# The suites of this checkout, in $classpath, with what their containers need. Tests and checks are not run.
build_suite() {
  local part parts number=0
  say 'building the suites'
  run mvn -q -B -ntp -f "$root/pom.xml" -DskipTests -Darchive.skip=true -Dspotless.check.skip -Dcheckstyle.skip test-compile \
    dependency:build-classpath -Dmdep.outputFile="$work/classpath" >"$work/build.log" 2>&1 || {
    grep '^\[ERROR\]' "$work/build.log" | head -n 20 >&2
    die 'the build failed'
  }
  # Copies, as above. The last module that writes its class path is the suite's.
  cp -r "$root/src/test/target/test-classes" "$work/suite"
  classpath=$work/suite
  IFS=: read -r -a parts <<<"$(<"$work/classpath")"
  for part in "${parts[@]}"; do
    if [[ -d $part ]]; then
      number=$((number + 1))
      cp -r "$part" "$work/classes-$number"
      part=$work/classes-$number
    fi
    classpath+=:$part
  done
  java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
  export TESTCONTAINERS_RYUK_DISABLED=true TESTCONTAINERS_HOST_OVERRIDE=${TESTCONTAINERS_HOST_OVERRIDE:-127.0.0.1}
}

# The Debian that .ci/mysql-image makes is used in place: its own loader finds its own libraries, so that neither chroot nor
# root is needed. --mysql / takes the machine's own MySQL.
find_mysql() {
  if [[ $mysql_dir == '' ]]; then
    mysql_prefix=()
    mysql_dir=/usr
    mysqld=$(command -v mysqld || echo /usr/sbin/mysqld)
    mysql_bin=$(dirname "$(command -v mysqlbinlog || echo /usr/bin/mysqlbinlog)")
    basedir=/usr
  else
    local loader=$mysql_dir/lib64/ld-linux-x86-64.so.2
    [[ -e $loader ]] || die "no MySQL in $mysql_dir: run .ci/mysql-image, or see --mysql in bench/README.md"
    mysql_prefix=("$loader" --library-path "$mysql_dir/usr/lib/x86_64-linux-gnu")
    mysqld=$mysql_dir/usr/sbin/mysqld
    mysql_bin=$mysql_dir/usr/bin
    basedir=$mysql_dir/usr
  fi
  server_version=$("${mysql_prefix[@]}" "$mysqld" --version | sed 's/.*Ver \([^ ]*\).*/\1/')
  [[ -n $server_version ]] || die "$mysqld does not run"
  mysqlbinlog_command="${mysql_prefix[*]} $mysql_bin/mysqlbinlog --no-defaults"
}

# Only to be run in the background, whose process it becomes.
mysqld_in() {
  local data=$1
  shift
  local user=()
  if [[ $(id -u) == 0 ]]; then
    user=(--user=root)
  fi
  exec "${mysql_prefix[@]}" "$mysqld" --no-defaults "${user[@]}" --basedir="$basedir" --datadir="$data" \
    --character-sets-dir="$basedir/share/mysql/charsets" --plugin-dir="$basedir/lib/mysql/plugin" \
    --secure-file-priv=NULL --log-error="$data.log" "$@"
}

initialize_server() {
  say "making a data directory of MySQL $server_version"
  cat >"$work/init.sql" <<SQL
SET sql_log_bin = 0;
CREATE USER bench@'%';
GRANT ALL ON *.* TO bench@'%' WITH GRANT OPTION;
CREATE DATABASE sbtest;
SQL
  run mysqld_in "$work/seed" --initialize-insecure --init-file="$work/init.sql" ||
    { tail -n 20 "$work/seed.log" >&2; die 'mysqld --initialize failed'; }
}

free_port() {
  local candidate
  for _ in {1..50}; do
    candidate=$((20000 + RANDOM % 12000))
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$candidate") 2>/dev/null; then
      port=$candidate
      return
    fi
  done
  die 'found no free port'
}

# Only to be run in the background. With $switch_file the server is kept: one that was shut down comes back, with the options
# that are in that file then.
server_of() {
  local data=$1 more=() pid
  shift
  set -- --bind-address=127.0.0.1 --port="$port" --mysqlx=OFF --socket="$data/mysqld.sock" --pid-file="$data/mysqld.pid" \
    "${settings[@]}" "$@"
  if [[ -z ${switch_file:-} ]]; then
    mysqld_in "$data" "$@"
  fi
  trap 'kill "$pid"; wait "$pid"; exit' TERM
  while :; do
    read -ra more <"$switch_file"
    mysqld_in "$data" "$@" "${more[@]}" &
    pid=$!
    wait "$pid" || exit
  done
}

# A server that a program restarts with other options, and waits for: $work/switch OPTION...
switched_server() {
  switch_file=$work/switch-options
  echo >"$switch_file"
  start_server
  sql_command
  cat >"$work/switch" <<TEXT
#!/usr/bin/env bash
set -euo pipefail
unset MYSQL_PWD # of the program that runs this; root has no password here
sql() { timeout 10 $(printf '%q ' "${mysql_client[@]}") -e "\$1"; }
before=\$(cat "$work/data/mysqld.pid")
echo "\$*" >"$switch_file"
sql SHUTDOWN
for _ in {1..600}; do
  if [[ -s $work/data/mysqld.pid && \$(cat "$work/data/mysqld.pid") != "\$before" ]] && sql 'SELECT 1' >/dev/null 2>&1; then
    exit
  fi
  sleep 0.1
done
echo 'mysqld did not come back' >&2
exit 1
TEXT
  chmod +x "$work/switch"
}

# start_server [LOG_FILE...]: on a fresh data directory; with files, their contents are the log, and one that the server
# begins itself comes behind them.
start_server() {
  local data=$work/data file
  rm -rf --one-file-system "$data"
  cp -r "$work/seed" "$data"
  rm -f "$data/auto.cnf"
  for file in "$@"; do
    ln "$file" "$data/" 2>/dev/null || cp "$file" "$data/"
    echo "./${file##*/}" >>"$data/binlog.index"
  done
  free_port
  # No waiting for the disk, row images in full, checksums, GTIDs.
  settings=(
    --log-bin=binlog --server-id=1 --sync-binlog=0 --innodb-flush-log-at-trx-commit=0 --binlog-format=ROW
    --binlog-row-image=FULL --binlog-checksum=CRC32 --gtid-mode=ON --enforce-gtid-consistency=ON
    --max-binlog-size=1G --binlog-expire-logs-seconds=0
    "${server_options[@]}"
  )
  local secure=()
  if [[ $tls == false ]]; then
    secure=(--tls-version=)
  fi
  server_of "$data" "${secure[@]}" >/dev/null 2>&1 </dev/null &
  server_pid=$!
  for _ in {1..600}; do
    # the file first: another server may have taken the port
    if [[ -s $data/mysqld.pid ]] && sql 'SELECT 1' >/dev/null 2>&1; then
      return
    fi
    kill -0 "$server_pid" 2>/dev/null || break
    sleep 0.2
  done
  tail -n 20 "$data.log" >&2
  die 'mysqld did not start'
}

stop_server() {
  if [[ -n $server_pid ]]; then
    kill "$server_pid" 2>/dev/null || true
    wait "$server_pid" 2>/dev/null || true
    server_pid=''
  fi
}

# The client with the server that runs.
sql_command() {
  mysql_client=("${mysql_prefix[@]}" "$mysql_bin/mysql" --no-defaults --character-sets-dir="$basedir/share/mysql/charsets"
    -h 127.0.0.1 -P "$port" -u bench -N -B)
}

sql() {
  sql_command
  "${mysql_client[@]}" -e "$1"
}

# As mysqld_in.
sysbench_on() {
  exec sysbench --db-driver=mysql --mysql-host=127.0.0.1 --mysql-port="$port" --mysql-user=bench --mysql-db=sbtest \
    --tables=4 --table-size=10000 --rand-type=uniform "$@"
}

scaled() { awk -v n="$1" -v s="$scale" 'BEGIN { v = int(n * s + 0.5); print (v < 1 ? 1 : v) }'; }

# corpus NAME: makes it where it is not there yet; its files are in $log_files.
corpus() {
  local name=$1 dir what
  case $name in
    A) what="oltp_insert-4x10000-16threads-$(scaled 2150000)" ;;
    B) what="oltp_write_only-4x10000-16threads-$(scaled 430000)" ;;
    C) what="2transactions-2560B-$(scaled 200000)" ;;
    *) die "no corpus $name: A, B or C" ;;
  esac
  # "Made of" settings are in the name: another one is another corpus.
  dir=$corpus_dir/$name-mysql$server_version-$what-row-full-crc32-gtid
  if [[ ! -e $dir/complete ]]; then
    make_corpus "$name" "$dir"
  fi
  log_files=("$dir"/binlog.0*)
  corpus_name=$name
  corpus_text="$name: ${what//-/, }"
}

make_corpus() {
  local name=$1 dir=$2 part rows kept_tls=$tls kept_options=("${server_options[@]}")
  say "making corpus $name"
  tls=false
  server_options=()
  start_server
  case $name in
    A | B) run sysbench_on oltp_insert prepare >"$work/load.log" 2>&1 || load_failed ;;
    C) sql 'CREATE TABLE sbtest.big1 (id INT PRIMARY KEY, pad VARBINARY(2560) NOT NULL);
            CREATE TABLE sbtest.big2 LIKE sbtest.big1' ;;
  esac
  sql 'RESET BINARY LOGS AND GTIDS'
  case $name in
    A) run sysbench_on oltp_insert --threads=16 --time=0 --events="$(scaled 2150000)" run >"$work/load.log" 2>&1 || load_failed ;;
    B) run sysbench_on oltp_write_only --threads=16 --time=0 --events="$(scaled 430000)" run >"$work/load.log" 2>&1 || load_failed ;;
    C)
      rows=$(scaled 200000)
      for table in big1 big2; do
        sql "USE sbtest; SET SESSION cte_max_recursion_depth = $((rows + 1));
             INSERT INTO $table WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $rows)
               SELECT i, REPEAT(SHA2(i, 256), 40) FROM n"
      done
      ;;
  esac
  stop_server
  mkdir -p "$corpus_dir"
  part=$(mktemp -d "$dir.XXXXXX")
  mv "$work"/data/binlog.0* "$part/"
  : >"$part/complete"
  rm -rf --one-file-system "$dir"
  mv -T "$part" "$dir"
  tls=$kept_tls
  server_options=("${kept_options[@]}")
}

load_failed() {
  tail -n 20 "$work/load.log" >&2
  die 'sysbench failed'
}

side() { # NAME serve|once COMMAND
  if [[ -n $only && $1 != 'discard loop' && ! $1 =~ $only ]]; then
    return
  fi
  printf '%s\t%s\t%s\n' "$1" "$2" "$3" >>"$work/sides"
}

java_side() { # NAME serve|once SIDE [ARGUMENT...]
  local name=$1 kind=$2
  shift 2
  side "$name" "$kind" "exec $java $java_options -cp '$classpath' io.github.cdctester.bench.Sides $* port=$port tls=$tls"
}

# A side that is ours, and with --beside the same of the other checkout.
our_side() { # NAME serve|once SIDE [ARGUMENT...]
  local classpath=$classpath name=$1
  java_side "cdc-tester, $name" "${@:2}"
  if [[ -n $beside ]]; then
    classpath=$beside_classpath
    java_side "$beside_name, $name" "${@:2}"
  fi
}

rounds() {
  run "$java" -cp "$classpath" io.github.cdctester.bench.Rounds "$@" sides="$work/sides" runs="$runs"
}

# One value of the walk's line.
value() { sed -n "s/.*\b$1=\([^ ]*\).*/\1/p" <<<"$2"; }

# What else the machine was doing, so that no page of results hides it.
load_before() {
  printf 'Load before: %s' "$load_at_start"
  if awk -v load="${load_at_start%% *}" -v cpus="$(nproc)" 'BEGIN { exit !(load > cpus) }'; then
    printf ', above the %s CPUs: something else was running, so these are not the figures of an idle machine' "$(nproc)"
  fi
}

describe_machine() {
  local cpu
  cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
  cat <<TEXT
$(date -u +%Y-%m-%d), $(nproc) CPUs ($cpu), $(awk '/MemTotal/ { printf "%.0f GiB", $2 / 1048576 }' /proc/meminfo), \
$(uname -sr); $("$java" -version 2>&1 | sed -n 2p), $java_options; cdc-tester $(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo 'of no commit').
TEXT
}

describe_mysql() {
  cat <<TEXT
MySQL $server_version over loopback, TLS $tls: \`${settings[*]}\`, net_buffer_length \
$(sql 'SELECT @@global.net_buffer_length'), rpl_read_size $(sql 'SELECT @@global.rpl_read_size').
TEXT
}

describe() {
  describe_machine
  describe_mysql
  cat <<TEXT
$(load_before). Median (min–max) of $runs rounds $rounds_note.

TEXT
}
