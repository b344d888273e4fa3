# shellcheck shell=bash disable=SC2034,SC2154 # what is not set here is set by bench/consumers, its other parts and lib.sh
# SPDX-License-Identifier: Apache-2.0
#
# The scenarios of bench/consumers: what is written, and what is broken meanwhile. To be sourced.

# One command for the network between the consumer and the server; returns when it is done.
path() {
  local before
  before=$(grep -c ^done "$state/path.out" || true)
  echo "$*" >&7
  until [[ $(grep -c ^done "$state/path.out" || true) -gt $before ]]; do
    sleep 0.02
  done
}

start_path() {
  mkfifo "$state/path.in"
  exec 7<>"$state/path.in"
  "$java" -Xmx128m -cp "$work/tools:$work/cdc-tester/lib/*" FaultyPath "$port" "$seed" <"$state/path.in" >"$state/path.out" \
    2>"$state/path.err" &
  path_pid=$!
  children+=("$path_pid")
  until [[ -s $state/path.out ]]; do
    kill -0 "$path_pid" 2>/dev/null || die "the proxy did not start: $(<"$state/path.err")"
    sleep 0.05
  done
  path_port=$(value port "$(<"$state/path.out")")
}

# What is written while things break: $load; and when it has begun: $begun.
load_of() { # SCENARIO
  load=(--workload=oltp_write_only --tables=2 --table-size=10000 --threads=4 --rate="$rate")
  begun='SELECT COUNT(*) FROM (SELECT 1 FROM sbtest.sbtest1 WHERE cdc_seq > 0 LIMIT 1) t'
  case $1 in
    large* | restart) load=("${load[@]:0:3}" --threads=1 --index-updates=1000) ;;
    storm)
      load=(--workload=storm --threads=2 --prepare)
      begun="SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'sbtest' AND table_name = 'storm_000009'"
      ;;
  esac
}

# Each begins three seconds after the measured part has.
break_calm() { :; }
break_compressed() { :; }
break_storm() { :; }
break_large() { :; }
break_cut() { path cut 2000; }
# All that follow the log, the judge's own stream too.
break_kill() {
  local second id
  for second in 3 5 7; do
    at $((warm_up + second))
    for id in $(sql "SELECT id FROM performance_schema.processlist WHERE command LIKE 'Binlog Dump%'"); do
      sql "KILL $id" || true # it may have ended
    done
  done
}

break_breaks() {
  path break 65536
  at $((warm_up + 8))
  path break 0
}

# In the midst of a transaction: it takes longer than that to come through.
break_large_cut() {
  path throttle 250000
  at $((warm_up + 6))
  path cut 500
  path throttle 0
}

break_restart() {
  path throttle 250000
  at $((warm_up + 6))
  path cut 1
  "$work/switch"
  path throttle 0
}

# Half of the prepared transactions are rolled back. Their stamps are nobody's: what is shown of them nobody has committed.
break_xa() {
  local i
  xa_before=$(grep -c xa_done "$state/lines" || true) # where its definition is shown as well
  for ((i = 1; i <= 100; i++)); do
    cat <<SQL
XA START 'back$i';
INSERT INTO sbtest.sbtest1 (id, k, c, pad, cdc_seq, cdc_at)
  VALUES ($((900000 + i)), 1, 'rolled back', '', 2533415527884259328 + $i, 1);
XA END 'back$i'; XA PREPARE 'back$i'; XA ROLLBACK 'back$i';
XA START 'done$i'; INSERT INTO sbtest.xa_done VALUES ($i, 'done'); XA END 'done$i'; XA PREPARE 'done$i'; XA COMMIT 'done$i';
SQL
  done | "${mysql_client[@]}"
  echo xa_rolled_back=100 >>"$state/facts"
  echo xa_committed=100 >>"$state/facts"
}

break_alter() {
  local table
  for table in sbtest1 sbtest2; do
    sql "ALTER TABLE sbtest.$table ADD COLUMN front INT NOT NULL DEFAULT 7 FIRST"
  done
  at $((warm_up + 6))
  for table in sbtest1 sbtest2; do
    sql "ALTER TABLE sbtest.$table DROP COLUMN front, ADD COLUMN back INT NOT NULL DEFAULT 8"
  done
}

# The columns change places while the consumer's process is away: it comes back to rows of both shapes.
break_alter_away() {
  echo ended=1 >>"$state/facts"
  kill "$(<"$state/pid")"
  at $((warm_up + 4))
  sql 'ALTER TABLE sbtest.sbtest1 ADD COLUMN front INT NOT NULL DEFAULT 7 FIRST'
}

# Beside the load one statement of 20,000 rows, whose rows follow one definition of its table: a cut in the midst of them.
break_statement_cut() {
  path throttle 250000
  sql 'SET SESSION cte_max_recursion_depth = 20001;
    INSERT INTO sbtest.wide WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
      SELECT i, REPEAT(SHA2(i, 256), 3) FROM n'
  at $((warm_up + 8))
  path cut 500
  path throttle 0
  echo wide_rows=20000 >>"$state/facts"
}
