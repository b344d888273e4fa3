# shellcheck shell=bash disable=SC2154 # what is not set here is set by bench/consumers and lib.sh
# SPDX-License-Identifier: Apache-2.0
#
# What bench/consumers measures without a judge: reading a log that is there, and one large transaction. To be sourced.

# Every consumer is started once, so that it has its place in the log, and ended; then the log grows; then each reads it,
# from a copy of its place, in turn.
prepare_places() { # PART
  local consumer
  switched_server
  places=()
  for consumer in "${chosen[@]}"; do
    state=$results/$1.$consumer.place
    rm -rf --one-file-system "$state"
    mkdir -p "$state"
    if start_consumer "$consumer" "$port"; then
      sleep 2 # what it keeps each second it has kept now
      places+=("$consumer")
    else
      say "notice: $consumer is left out of $1, as it does not start"
    fi
    end "$supervisor"
  done
  # Maxwell's place is in the server.
  sql 'CREATE DATABASE kept'
  if [[ " ${places[*]} " == *' maxwell '* ]]; then
    sql 'CREATE TABLE kept.positions LIKE maxwell.positions; INSERT INTO kept.positions SELECT * FROM maxwell.positions'
  fi
}

# A consumer from a copy of its place to the marker at the log's end; its facts in $state. Fails where it does not come so far.
drain_once() { # PART CONSUMER ROUND SECONDS
  local from=$results/$1.$2.place begin now deadline pid
  state=$results/$1.$2.$3
  rm -rf --one-file-system "$state"
  cp -r "$from" "$state"
  rm -f "$state/starts" "$state/facts"
  : >"$state/lines"
  sed -i "s|$from|$state|g" "$state/place"
  if [[ $2 == maxwell ]]; then
    sql 'DELETE FROM maxwell.positions; INSERT INTO maxwell.positions SELECT * FROM kept.positions'
  fi
  command_of "$2" "$state" "$port"
  begin=$(date +%s%N)
  deadline=$((SECONDS + $4))
  "${command[@]}" >"$state/lines" 2>"$state/log" &
  pid=$!
  children+=("$pid")
  until tail -c 100000 "$state/lines" | grep -q 'at_end'; do
    if [[ $SECONDS -gt $deadline ]] || ! kill -0 "$pid" 2>/dev/null || grep -q OutOfMemoryError "$state/log"; then
      kill -9 "$pid" 2>/dev/null || true
      wait "$pid" 2>/dev/null || true
      forget "$pid"
      return 1
    fi
    sleep 0.05
  done
  now=$(date +%s%N)
  usage_of "$pid" >>"$state/facts"
  {
    awk -v ns="$((now - begin))" 'BEGIN { printf "seconds=%.3f\n", ns / 1e9 }'
    echo "rows=$rows"
    echo "bytes=$bytes"
  } >>"$state/facts"
  end "$pid"
  rm -f "$state/lines"
}

log_bytes() { sql 'SHOW BINARY LOGS' | awk '{ sum += $2 } END { print sum }'; }

speed_part() {
  local before round consumer
  prepare_places speed
  before=$(log_bytes)
  say 'writing the log'
  tester run --threads=4 --events="$corpus_size" --time=0 --warmup-time=0 --verify=off
  sql 'CREATE TABLE sbtest.at_end (id INT PRIMARY KEY, c VARCHAR(9)); INSERT INTO sbtest.at_end VALUES (1, "at_end")'
  bytes=$(($(log_bytes) - before))
  rows=$((3 * corpus_size)) # inserted and updated ones: what the consumers print
  for ((round = 0; round <= runs; round++)); do # the first one warms the server's files up
    for consumer in "${places[@]}"; do
      say "speed: $consumer, round $round"
      drain_once speed "$consumer" "$round" 600 || say "notice: $consumer did not come to the end of the log in round $round"
    done
  done
  stop_server
}

heap_part() {
  local given=$java_options consumer size failed
  prepare_places heap
  say "writing a transaction of $transaction_mb MB"
  rows=$((transaction_mb * 1000 / 4))
  sql "SET SESSION cte_max_recursion_depth = $((rows + 1)); CREATE TABLE sbtest.big (id INT PRIMARY KEY, pad VARBINARY(4000));
    INSERT INTO sbtest.big WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $rows)
      SELECT i, REPEAT(SHA2(i, 256), 62) FROM n;
    CREATE TABLE sbtest.at_end (id INT PRIMARY KEY, c VARCHAR(9)); INSERT INTO sbtest.at_end VALUES (1, 'at_end')"
  bytes=$((transaction_mb * 1000000))
  for consumer in "${places[@]}"; do
    failed=''
    for size in 48m 64m 96m 128m 192m 256m 384m 512m 768m 1g 1536m 2g 3g 4g; do
      say "heap: $consumer, -Xmx$size"
      java_options="-Xmx$size"
      if drain_once heap "$consumer" 1 $((120 + 2 * transaction_mb)); then
        case $consumer in
          go-mysql* | python) echo 'least=no JVM' ;;
          *) echo "least=$size" ;;
        esac >>"$state/facts"
        size=$(sed -n 's/^rss=\(.*\)/\1/p' "$state/facts")
        echo "least.rss=$(((size + 500) / 1000))" >>"$state/facts"
        break
      fi
      case $consumer in
        go-mysql* | python) break ;;
      esac
      failed=$size
    done
    echo "failed=${failed:-none}" >>"$state/facts"
  done
  java_options=$given
  stop_server
}
