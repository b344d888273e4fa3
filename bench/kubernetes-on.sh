# shellcheck shell=bash disable=SC2154 # shared with bench/kubernetes, which sources this file
# SPDX-License-Identifier: Apache-2.0
#
# The rounds of --on=kubernetes and attach: the command runs on a machine that reaches the API server and no pod. To be sourced.

laptop_address=10.77.0.9

# start_client ROUND KUBECONFIG COMMAND OPTION...: in the background. A child that Bash starts with & ignores Ctrl-C.
start_client() {
  CDC_TESTER_PASSWORD=of-the-test KUBECONFIG=$2 nsenter --target "${holders[laptop]}" --net -- \
    env --default-signal=INT "$work/cdc-tester/bin/cdc-tester" "${@:3}" >"$work/log/command-$1" 2>&1 </dev/null &
  command=$!
}

# A user with both Roles that cdc-tester kubernetes rbac prints, and no other right.
make_runner() {
  local role
  make_account
  for role in cdc-tester cdc-tester-runs; do
    kubectl create rolebinding "runner-$role" --role="$role" --user=runner --dry-run=client -o yaml | kubectl apply -f - >>"$work/log/apply"
  done
}

# start_on ROUND KUBECONFIG COMMAND OPTION...: in the cluster, with its files in $work/ROUND.
start_on() {
  make_runner
  objects >"$work/objects"
  local place=(--out="$work/$1")
  [[ $3 == prepare ]] && place=()
  start_client "$1" "$2" "${@:3}" --on=kubernetes --url="jdbc:mysql://$control:3306/sbtest" --user=cdc "${place[@]}" "${small[@]}"
}

load=(--prepare --cleanup --tables=2 --table-size=100 --threads=4 --warmup-time=0)

# begin_on ROUND OPTION...: returns when the run writes, or the command has ended.
begin_on() {
  start_on "$1" "$work/kubeconfig-runner" run "${load[@]}" --rate=40 "${@:2}"
  await 120 'the run to write' writes_or_has_left "$1"
  job=$(in_log "$1" 'job cdc-tester-[0-9a-f]{8}' | cut -d ' ' -f 2)
}

# attach ROUND: to $job, with its files in $work/ROUND.
attach() {
  start_client "$1" "$work/kubeconfig-runner" attach "$job" --out="$work/$1"
}

# check_files ROUND
check_files() {
  check_names "$1" report.html result.json samples.csv
  held 'transactions in result.json and in the table' same "$(same_transactions "$1")"
}

# check_names ROUND FILE...: none of them is empty.
check_names() {
  held 'its files' "${*:2}" "$(cd "$work/$1" 2>/dev/null && find "${@:2}" -size +100c 2>/dev/null | sort | xargs)"
}

same_transactions() {
  local table file
  table=$(in_log "$1" 'committed [0-9,]+' | tr -d , | cut -d ' ' -f 2)
  file=$(grep -oE '"committed" *: *[0-9]+' "$work/$1/result.json" 2>/dev/null | head -n 1 | grep -oE '[0-9]+')
  [[ -n $file && $file == "$table" ]] && echo same || echo "$table in the table, ${file:-nothing} in the file"
}

round_on() {
  begin_on on --time=10
  held 'a route from the machine of the command to the pod' '10\.77\.[12]\.[0-9]+: none' "$(route_to_pod)"
  finish_run on '--on=kubernetes, with the rights of the printed Roles only' 0 LOSSLESS
  check_files on
  begin_on on-limit --time=5 --fail-if='delay.p99>0ms'
  finish_run on-limit 'a limit that fails' 3 LOSSLESS
  check_files on-limit
  refused_on 'a wrong option' "$work/kubeconfig-runner" 2 'verify' --verify=four
  refused_on 'a wrong condition, which the pod finds' "$work/kubeconfig-runner" 2 'fail-if' --fail-if='nothing>1'
  refused_on 'no rights' "$work/kubeconfig-tester" 1 'forbidden.*rbac'
  refused_on 'an image that cannot be pulled' "$work/kubeconfig-runner" 1 "Image.*$control:5000/none:1" \
    --kubernetes-image="$control:5000/none:1"
}

route_to_pod() {
  local address
  address=$(kubectl get pods -o 'jsonpath={.items[0].status.podIP}')
  echo "$address: $(on_node laptop ip route get "$address" >/dev/null 2>&1 && echo found || echo none)"
}

# refused_on WHAT KUBECONFIG EXIT_CODE EXPRESSION OPTION...
refused_on() {
  start_on refused "$2" run "${load[@]}" --rate=40 --time=5 "${@:5}"
  finish_refused "$1" "$3" "$4"
}

# Its file travels with the command.
round_plan() {
  cat >"$work/plan.yaml" <<TEXT
prepare: {workload: oltp_insert, tables: 2, table-size: 100}
cleanup: true
phases:
  - {name: load, loads: {main: {workload: oltp_insert, threads: 2, rate: 40, time: 5s}}}
TEXT
  start_on plan "$work/kubeconfig-runner" plan "$work/plan.yaml"
  finish_run plan 'a plan with --on=kubernetes' 0 LOSSLESS
  check_files plan
}

round_commands() {
  start_on sweep "$work/kubeconfig-runner" sweep "${load[@]}" --rate=20,40 --time=3
  finish_run sweep 'sweep' 0 ''
  held 'the verdicts of its steps' 'LOSSLESS LOSSLESS' "$(grep -oE 'LOSSLESS *$' "$work/log/command-sweep" | xargs)"
  check_names sweep report.html sweep.json
  start_on find-max "$work/kubeconfig-runner" find-max "${load[@]}" --rate=20 --max-rate=40 --time=5 --confirm=1 --limit='delay.p99<10s'
  finish_run find-max 'find-max' 0 ''
  held 'its answer' 'answer +at least 40/s.*' "$(in_log find-max '^answer .*')"
  check_names find-max find-max.json report.html
  start_on judge "$work/kubeconfig-runner" judge "${load[@]}" --rate=20 --time=3 --from-command='sleep 5' --format=gtid
  finish_run judge 'judge, with a consumer that reports nothing' 3 ''
  held 'its result' '.*The consumer lost 60 .*' "$(in_log judge '^result .*')"
  check_names judge report.html result.json
  start_on prepare "$work/kubeconfig-runner" prepare --workload=oltp_insert --tables=2 --table-size=100
  finish_run prepare 'prepare' 0 ''
  held 'prepared rows' 200 "$(sql 'SELECT (SELECT COUNT(*) FROM sbtest.sbtest1) + (SELECT COUNT(*) FROM sbtest.sbtest2)')"
  start_on subscribe "$work/kubeconfig-runner" subscribe --time=5
  finish_run subscribe 'subscribe' 0 ''
  check_names subscribe report.html result.json
}

# The coordinator in the cluster starts pods itself.
round_nodes() {
  begin_on nodes --workers=kubernetes:4 --time=15
  finish_run nodes '--on=kubernetes --workers=kubernetes:4' 0 LOSSLESS
  check_files nodes
}

round_attach() {
  local exit_code=0
  begin_on attach --time=30
  kill -KILL "$command"
  wait "$command" 2>/dev/null || true # without Bash's line about it
  attach attached
  finish_run attached 'the command killed with -9, then attach' 0 LOSSLESS
  check_files attached
  begin_on detached --time=5 --detach
  wait "$command" || exit_code=$?
  held '--detach: the exit code' 0 "$exit_code"
  await 60 'the run to end' has_run_ended
  attach ended
  finish_run ended 'attach after the end' 0 LOSSLESS
  check_files ended
  job=cdc-tester-00000000
  attach refused
  finish_refused 'attach to a run that does not exist' '1|2' "$job"
}

has_run_ended() { [[ -n $(kubectl get pods -o 'jsonpath={.items[*].status.containerStatuses[?(@.name=="run")].state.terminated}') ]]; }

round_gone() {
  begin_on refused --time=300
  kubectl delete pod --grace-period=0 --force -l '!never' >>"$work/log/apply" 2>&1
  finish_refused "the run's pod deleted" 1 'deleted'
}

round_cut() {
  begin_on cut --time=40
  ip link set laptop nomaster
  sleep 20 # the outage
  ip link set laptop master switch
  finish_run cut 'no network for 20 s, at the machine of the command' 0 LOSSLESS
  check_files cut
}

# The kubelet stands still until the command reports that the machine does not answer, at most 150 s. The pod itself continues.
round_silent() {
  local kubelet
  begin_on silent --time=90
  kubelet=$(pgrep -f -- "--config $work/$(of_run .spec.nodeName)/kubelet.yaml")
  kill -STOP "$kubelet"
  await 150 'the report of the silence' in_log_or_has_left silent 'does not answer'
  kill -CONT "$kubelet"
  finish_run silent 'the kubelet stopped until the command reports it' 0 LOSSLESS
  held 'a line names the silent machine' yes "$(in_log silent 'does not answer.*NodeNotReady.* on node node[12]' >/dev/null && echo yes || echo no)"
  check_files silent
}
in_log_or_has_left() { in_log "$1" "$2" || command_has_left; }

round_stopped() {
  begin_on stopped --time=300
  kill -INT "$command"
  finish_run stopped 'Ctrl-C' 0 LOSSLESS
  check_files stopped
}

# The run has worker nodes, so the coordinator in the pod also loses the API server.
round_absent() {
  begin_on absent --workers=kubernetes:2 --time=40
  stop_api_server
  sleep 20 # the outage
  start_api_server
  finish_run absent 'the API server stopped for 20 s, --on=kubernetes --workers=kubernetes:2' 0 LOSSLESS 90
  check_files absent
}

round_exhausted() {
  begin_on refused --time=300
  exhaust "$(of_run .metadata.name)" run
  finish_refused "the run's pod out of memory" 1 'OOMKilled, memory limit 256Mi'
}

of_run() { kubectl get pods -o "jsonpath={.items[0]$1}"; }

# Its deadline ends one run; meanwhile --kubernetes-keep ends for another run, which nobody follows.
round_expired() {
  begin_on kept --time=5 --kubernetes-keep=60 --detach
  await 60 'the run to end' has_run_ended
  cp "$work/objects" "$work/without-kept"
  begin_on expired --time=0 --kubernetes-deadline=60 --kubernetes-keep=60
  finish_run expired 'a deadline during the run' 1 LOSSLESS
  held 'its reason' '.*DeadlineExceeded.*' "$(grep '^cdc-tester: ' "$work/log/command-expired" | tail -n 1)"
  cp "$work/without-kept" "$work/objects"
  check_nothing_is_left 120
}
