# shellcheck shell=bash disable=SC2154 # what is not set here is set by bench/consumers and lib.sh
# SPDX-License-Identifier: Apache-2.0
#
# What bench/consumers does with one consumer: starts it, breaks things, judges it. To be sourced.

python_version=1.0.17
warm_up=2
start_patience=40
xa_before=0
chosen=()
declare -A version

check_list() { # OPTION LIST OF_WHICH
  local one
  for one in ${2//,/ }; do
    [[ ,$3, == *,$one,* ]] || die "$1 $one: one of ${3//,/, }"
  done
}

versions() {
  local one text=''
  for one in "${chosen[@]}"; do
    text+="${text:+, }$one ${version[$one]}"
  done
  printf '%s' "$text"
}

# Which of the chosen ones can be had; each is built from its own artifacts and nothing else.
build_consumers() {
  local one module
  if [[ $built == true ]]; then
    cp -r "$root/cli/target/cdc-tester" "$work/cdc-tester"
    java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
    mkdir -p "$work/tmp"
    export CDC_TESTER_PASSWORD=''
  else
    local given=$java_options
    java_options=-Xmx512m
    build_cdc_tester
    java_options=$given
  fi
  mkdir -p "$work/tools"
  "${java%java}javac" -d "$work/tools" -cp "$work/cdc-tester/lib/*" "$bench"/consumers-java/tools/*.java
  for one in ${consumers//,/ }; do
    module=${one%-position}
    if have "$module"; then
      chosen+=("$one")
    else
      say "notice: $one is left out, as it cannot be built or installed here"
    fi
  done
}

have() { # MODULE
  case $1 in
    go-mysql)
      version[$1]=$(sed -n 's/^require .*go-mysql v//p' "$bench/go-mysql/go.mod")
      [[ -x $work/go-mysql ]] || (command -v go >/dev/null && cd "$bench/go-mysql" && run go build -o "$work/go-mysql" ./canal) \
        >"$work/$1.log" 2>&1
      ;;
    python)
      python_dir=$cache/bench-mysql-replication-$python_version
      version[$1]=$python_version
      [[ -e $python_dir/complete ]]
      ;;
    *)
      version[$1]=$(sed -n 's/.*<consumer.version>\(.*\)<.*/\1/p' "$bench/consumers-java/$1/pom.xml")
      [[ -d $work/consumer-$1 ]] && return
      if [[ $built == false ]]; then
        run mvn -q -B -ntp -f "$bench/consumers-java/pom.xml" -pl "$1" -am package >"$work/$1.log" 2>&1 || return 1
      fi
      [[ -d $bench/consumers-java/$1/target/lib ]] || return 1
      cp -r "$bench/consumers-java/$1/target/lib" "$work/consumer-$1"
      cp "$bench/consumers-java/$1/target/"consumer-*.jar "$work/consumer-$1/"
      ;;
  esac
  version[$1-position]=${version[$1]}
}

# How it is started, in $command; its directory is $2 and the server's port $3.
command_of() { # CONSUMER STATE PORT
  local in_java=("$java") package=io.github.cdctester.bench.consumer
  # shellcheck disable=SC2206 # options are words
  in_java+=($java_options -Duser.timezone=UTC)
  case $1 in
    connector) command=("${in_java[@]}" -cp "$work/consumer-$1/*" "$package.ConnectorConsumer" "$3" "$2" gtid) ;;
    connector-position) command=("${in_java[@]}" -cp "$work/consumer-connector/*" "$package.ConnectorConsumer" "$3" "$2" position) ;;
    debezium)
      command=("${in_java[@]}" -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp "$work/consumer-$1/*" "$package.DebeziumConsumer"
        "$3" "$2" ${snapshot_mode:+"$snapshot_mode"})
      ;;
    maxwell)
      command=("${in_java[@]}" -cp "$work/consumer-$1/*" com.zendesk.maxwell.Maxwell --producer=stdout --host=127.0.0.1 --port="$3"
        --user=watcher --password=watched --replica_server_id=9106 --log_level=warn
        '--jdbc_options=useSSL=false&allowPublicKeyRetrieval=true' '--filter=exclude: *.*, include: sbtest.*')
      ;;
    canal) command=("${in_java[@]}" -cp "$work/consumer-$1/*" "$package.CanalConsumer" "$3" "$2") ;;
    flink)
      # Its copies of some of Debezium's classes have to be found first.
      command=("${in_java[@]}" -Dorg.slf4j.simpleLogger.defaultLogLevel=warn --add-opens=java.base/java.util=ALL-UNNAMED
        --add-opens=java.base/java.lang=ALL-UNNAMED -cp "$(printf '%s:' "$work/consumer-$1/flink-sql-connector-"*.jar)$work/consumer-$1/*"
        "$package.FlinkConsumer" "$3" "$2")
      ;;
    go-mysql) command=("$work/go-mysql" -port "$3" -state "$2") ;;
    go-mysql-position) command=("$work/go-mysql" -port "$3" -state "$2" -gtid=false) ;;
    python) command=("$cache/bench-mysql-replication-$python_version/bin/python" "$bench/consumers-python" "$3" "$2") ;;
  esac
}

# The server's data with the tables, from which each run starts anew.
make_seed() {
  start_server
  tester prepare
  sql 'CREATE TABLE sbtest.begun (id INT AUTO_INCREMENT PRIMARY KEY, c VARCHAR(9));
       CREATE TABLE sbtest.xa_done (id INT PRIMARY KEY, c VARCHAR(9));
       CREATE TABLE sbtest.wide (id INT PRIMARY KEY, pad VARCHAR(200));
       CREATE TABLE sbtest.debezium_signal (id VARCHAR(42) PRIMARY KEY, type VARCHAR(32) NOT NULL, data VARCHAR(2048));
       CREATE DATABASE maxwell'
  # Maxwell and Canal take no empty password.
  sql "CREATE USER watcher@'%' IDENTIFIED BY 'watched'; GRANT ALL ON *.* TO watcher@'%'"
  stop_server
  rm -rf --one-file-system "$work/seed"
  mv "$work/data" "$work/seed"
}

tester() { # COMMAND [OPTION...]
  local what=$1
  shift
  run "$java" -Xmx512m -Djava.io.tmpdir="$work/tmp" -cp "$work/cdc-tester/lib/*" io.github.cdctester.cli.Main "$what" \
    --host=127.0.0.1 --port="$port" --user=bench --ssl-mode=DISABLED --workload=oltp_write_only --tables=2 --table-size=10000 \
    --stamp=on --rand-seed="$seed" --yes "$@" >"$work/tester.out" 2>"$work/tester.err" ||
    { tail -n 20 "$work/tester.err" >&2; die "cdc-tester $what failed"; }
}

end() { # PID, or nothing
  [[ -n $1 ]] || return 0
  kill "$1" 2>/dev/null || true
  wait "$1" 2>/dev/null || true
  forget "$1"
}

# Only to be run in the background. A consumer that ends is started again after two seconds, as somebody would do by hand: up to
# three times.
supervise() {
  local pid='' status
  trap 'kill "$pid" 2>/dev/null || true; for _ in {1..50}; do kill -0 "$pid" 2>/dev/null || exit 0; sleep 0.1; done; kill -9 "$pid" 2>/dev/null || true; exit 0' TERM
  for start in 1 2 3 4; do
    echo "start=$start" >>"$state/starts"
    "${command[@]}" >>"$state/lines" 2>>"$state/log" 7>&- &
    pid=$!
    echo "$pid" >"$state/pid"
    status=0
    wait "$pid" || status=$?
    echo "exit=$status" >>"$state/starts"
    sleep 2
  done
}

# Starts a consumer at the present end of the log and waits until it follows: as soon as it shows a change of the present.
start_consumer() { # CONSUMER PORT
  prime "$1"
  launch "$1" "$2"
}

# Where those begin that keep their place themselves.
prime() {
  case $1 in
    *-position | canal | flink | maxwell) sql 'SHOW BINARY LOG STATUS' | cut -f 1,2 | tr '\t' ' ' >"$state/place" ;;
    *) sql 'SELECT @@gtid_executed' | tr -d '\n' | sed 's/\\n//g' >"$state/place" ;;
  esac
}

launch() { # CONSUMER PORT
  local deadline=$((SECONDS + 60))
  command_of "$1" "$state" "$2"
  supervisor=''
  touch "$state/lines" "$state/log"
  if [[ $1 == maxwell ]]; then
    start_maxwell || return 1
  fi
  supervise &
  supervisor=$!
  children+=("$supervisor")
  until grep -q begun "$state/lines"; do
    if [[ $SECONDS -gt $deadline ]] || ! kill -0 "$supervisor" 2>/dev/null; then
      return 1
    fi
    sql "INSERT INTO sbtest.begun (c) VALUES ('begun')"
    sleep 0.2
  done
}

# Once, so that it has its tables and a place in them: it would ask for the log's end by a statement that MySQL 9 has no more.
start_maxwell() {
  local place deadline=$((SECONDS + 60)) first
  read -r -a place <"$state/place"
  "${command[@]}" --init_position="${place[0]}:${place[1]}:0" >"$state/first" 2>"$state/first.log" 7>&- &
  first=$!
  children+=("$first")
  until grep -q begun "$state/first"; do
    if [[ $SECONDS -gt $deadline ]] || ! kill -0 "$first" 2>/dev/null; then
      end "$first"
      return 1
    fi
    sql "INSERT INTO sbtest.begun (c) VALUES ('begun')"
    sleep 0.5
  done
  end "$first"
  # Its own table is of MySQL's utf8, which MySQL 9 calls utf8mb3: it ends at each row of a character set that it does not know.
  sql 'ALTER TABLE maxwell.bootstrap CONVERT TO CHARACTER SET utf8mb4'
}

# CPU so far in ticks of 10 ms, and the highest resident set in kB.
usage_of() { # PID
  awk '{ sub(/.*\) /, ""); print "cpu=" $12 + $13 }' "/proc/$1/stat" 2>/dev/null || true
  sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/rss=\1/p' "/proc/$1/status" 2>/dev/null || true
}

# Tables that are read while they are written to: the judge begins, and then the consumer. It makes a snapshot first (initial), or
# beside the log, when it is told to (incremental).
judge_snapshot() { # SCENARIO CONSUMER ROUND
  local scenario=$1 consumer=$2 judge status=0 snapshot_mode deadline=$((SECONDS + seconds + 240))
  state=$results/$scenario.$consumer.$3
  rm -rf --one-file-system "$state"
  mkdir -p "$state"
  say "$scenario: $consumer, run $3"
  case $scenario.$consumer in
    snapshot.debezium) snapshot_mode=initial ;;
    incremental.debezium | incremental.maxwell) snapshot_mode=incremental ;;
    *)
      echo makes_none=1 >"$state/facts"
      return
      ;;
  esac
  switched_server
  start_path
  touch "$state/lines" "$state/facts"
  load_of snapshot
  prime "$consumer"
  "$java" -Xmx512m -Djava.io.tmpdir="$work/tmp" -cp "$work/cdc-tester/lib/*" io.github.cdctester.cli.Main judge \
    --from-file="$state/lines" --snapshot --assume-ended --consumer-name="$consumer" --host=127.0.0.1 --port="$port" --user=bench \
    --ssl-mode=DISABLED --stamp=on --rand-seed="$seed" --yes --time="$seconds" --drain-timeout=120 \
    --report-interval=0 --out="$state" "${load[@]}" >"$state/judge.out" 2>"$state/judge.err" 7>&- &
  judge=$!
  children+=("$judge")
  until [[ $(sql "$begun") == 1 ]]; do
    kill -0 "$judge" 2>/dev/null || { tail -n 5 "$state/judge.err" >&2; die 'the judge did not begin'; }
    sleep 0.1
  done
  sleep 1
  if launch "$consumer" "$path_port"; then
    usage_of "$(<"$state/pid")" | sed 's/^cpu=.*/cpu=0/; s/^/before./' >>"$state/facts" # a snapshot begins with the process
    case $scenario.$consumer in
      incremental.debezium)
        sql "INSERT INTO sbtest.debezium_signal VALUES ('both', 'execute-snapshot', '{\"type\": \"incremental\", \"data-collections\": [\"sbtest.sbtest1\", \"sbtest.sbtest2\"]}')"
        ;;
      incremental.maxwell)
        sql "INSERT INTO maxwell.bootstrap (database_name, table_name) VALUES ('sbtest', 'sbtest1'), ('sbtest', 'sbtest2')"
        ;;
    esac
    while kill -0 "$judge" 2>/dev/null && [[ $SECONDS -lt $deadline ]]; do
      sleep 0.5
    done
    usage_of "$(<"$state/pid")" >>"$state/facts"
  else
    printf 'did_not_start=1\nreason=%s\n' "$(why_not)" >>"$state/facts"
  fi
  end "$supervisor"
  wait "$judge" || status=$?
  forget "$judge"
  echo "judge=$status" >>"$state/facts"
  exec 7>&-
  end "$path_pid"
  stop_server
}

# The last line that a consumer has logged, short and without what would break a line of facts.
why_not() {
  tail -n 1 "$state/log" 2>/dev/null | tr -d '[:cntrl:]' | cut -c 1-160 || true
}

judge_once() { # SCENARIO CONSUMER ROUND
  local scenario=$1 consumer=$2 offset begin deadline size last_size idle judge status=0 starts last_starts=1
  state=$results/$scenario.$consumer.$3
  rm -rf --one-file-system "$state"
  mkdir -p "$state"
  say "$scenario: $consumer, run $3"
  switched_server
  start_path
  xa_before=0
  if start_consumer "$consumer" "$path_port"; then
    load_of "$scenario"
    if [[ $scenario == compressed ]]; then
      sql 'SET GLOBAL binlog_transaction_compression = ON' # the load's connections are yet to come
    fi
    offset=$(head -n "$(wc -l <"$state/lines")" "$state/lines" | wc -c) # of whole lines
    usage_of "$(<"$state/pid")" | sed 's/^/before./' >>"$state/facts"
    tail -c "+$((offset + 1))" -s 0.2 -f --pid="$supervisor" "$state/lines" 7>&- |
      "$java" -Xmx512m -Djava.io.tmpdir="$work/tmp" -cp "$work/cdc-tester/lib/*" io.github.cdctester.cli.Main judge --from-stdin \
        --identity=row --consumer-name="$consumer" --host=127.0.0.1 --port="$port" --user=bench --ssl-mode=DISABLED \
        --cdc-url="jdbc:mysql://127.0.0.1:$path_port/sbtest" --stamp=on --rand-seed="$seed" --yes \
        --warmup-time="$warm_up" --time="$seconds" --drain-timeout=120 --report-interval=0 --out="$state" "${load[@]}" >"$state/judge.out" 2>"$state/judge.err" 7>&- &
    judge=$!
    children+=("$judge")
    until [[ $(sql "$begun") == 1 ]]; do
      kill -0 "$judge" 2>/dev/null || { tail -n 5 "$state/judge.err" >&2; die 'the judge did not begin'; }
      sleep 0.1
    done
    begin=$SECONDS
    at "$((warm_up + 3))"
    "break_${scenario//-/_}"
    # Until the judge has seen all; or the consumer has shown nothing for a while: then it has had its time.
    deadline=$((begin + warm_up + seconds))
    last_size=-1
    idle=$SECONDS
    while kill -0 "$judge" 2>/dev/null; do
      size=$(grep -vc cdc_tester_heartbeat "$state/lines" || true) # the run's heartbeats go on while it waits
      starts=$(grep -c ^start "$state/starts")
      if [[ $size != "$last_size" || $SECONDS -lt $deadline ]]; then
        last_size=$size
        idle=$SECONDS
      fi
      if [[ $starts != "$last_starts" ]]; then
        last_starts=$starts
        idle=$((SECONDS + start_patience)) # until it shows something again
      fi
      if [[ $((SECONDS - idle)) -ge $patience ]]; then
        echo gave_up=1 >>"$state/facts"
        break
      fi
      sleep 0.5
    done
    usage_of "$(<"$state/pid")" >>"$state/facts"
    end "$supervisor"
    wait "$judge" || status=$?
    forget "$judge"
    echo "judge=$status" >>"$state/facts"
  else
    printf 'did_not_start=1\nreason=%s\n' "$(why_not)" >>"$state/facts"
    end "$supervisor"
  fi
  echo "xa_seen=$(($(grep -c xa_done "$state/lines" || true) - xa_before))" >>"$state/facts"
  count_wide
  exec 7>&-
  end "$path_pid"
  stop_server
}

# Rows of the wide statement that were shown, and how often.
count_wide() {
  if grep -q '^wide_rows' "$state/facts"; then
    grep 'sbtest.wide,\|"table":"wide"' "$state/lines" | sed -E 's/.*"after":\{"id":([0-9]+).*/\1/; s/.*"data":\{"id":([0-9]+).*/\1/; s/^sbtest.wide,([0-9]+),.*/\1/' \
      | grep -x '[0-9]*' | sort -n | uniq -c | awk '{ different++; all += $1 } END { print "wide_seen=" different + 0; print "wide_lines=" all + 0 }' >>"$state/facts"
  fi
}

at() { # SECOND of the load
  while [[ $((SECONDS - begin)) -lt $1 ]]; do
    sleep 0.05
  done
}

# One page and one file that another card can be compared with.
card_page() { # FILE, without its ending
  local one all=${consumers}
  {
    date -u '+date=%Y-%m-%d %H:%M UTC'
    describe_machine | tr '\n' ' ' | sed 's/^/machine=/; s/ *$/\n/'
    printf 'mysql=MySQL %s: %s\n' "$server_version" "${settings[*]}"
    printf 'load=oltp_write_only (storm: the workload of that name), %s transactions a second, %s s, runs a cell: %s\n' "$rate" "$seconds" "$runs"
    for one in ${all//,/ }; do
      if [[ -n ${version[$one]:-} && " ${chosen[*]} " == *" $one "* ]]; then
        echo "version.$one=${version[$one]}"
      else
        echo "left-out.$one=cannot be built or installed here"
      fi
    done
  } >"$work/about"
  "$java" -cp "$work/tools:$work/cdc-tester/lib/*" CardPage page "$results" "$all" "$scenarios" "$work/about" "$1"
}

compare_cards() { # OLD NEW
  [[ -d $root/cli/target/cdc-tester ]] || build_cdc_tester
  mkdir -p "$work/tools"
  javac -d "$work/tools" -cp "$root/cli/target/cdc-tester/lib/*" "$bench"/consumers-java/tools/*.java
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$work/tools:$root/cli/target/cdc-tester/lib/*" CardPage compare "$1" "$2"
}

card() { # PART
  "$java" -cp "$work/tools:$work/cdc-tester/lib/*" Card "$1" "$results" "$(IFS=,; echo "${chosen[*]}")" "$scenarios"
}
