# shellcheck shell=bash disable=SC2154 # shared with bench/kubernetes, which sources this file
# SPDX-License-Identifier: Apache-2.0
#
# The rounds of --workers=kubernetes:N: the command runs beside the cluster, and its pods on the nodes. To be sourced.

objects() { kubectl get jobs,pods,services,secrets,configmaps,networkpolicies,endpointslices -o name | sort; }
left_over() { comm -13 "$work/objects" <(objects); }
nothing_is_left() { [[ -z $(left_over) ]]; }

# start_command ROUND KUBECONFIG PODS OPTION...: a run in the background.
start_command() {
  local round=$1 kubeconfig=$2 pods=$3
  shift 3
  objects >"$work/objects"
  CDC_TESTER_PASSWORD=of-the-test KUBECONFIG=$kubeconfig "$work/cdc-tester/bin/cdc-tester" run --workers="kubernetes:$pods" \
    --url="jdbc:mysql://$control:3306/sbtest" --user=cdc --prepare --tables=2 --table-size=100 --threads="$pods" --warmup-time=0 "$@" \
    >"$work/log/command-$round" 2>&1 </dev/null &
  command=$!
}

small=("--kubernetes-requests=cpu=50m,memory=256Mi" --kubernetes-limits=memory=256Mi)

# begin_run ROUND PODS OPTION...: returns when the pods write, or the command has ended.
begin_run() {
  start_command "$1" "$work/kubeconfig" "$2" "${small[@]}" "${@:3}"
  await 120 'the pods to write' writes_or_has_left "$1"
}
writes_or_has_left() { in_log "$1" '^\[ +[3-9]s \] thds' || command_has_left; }
command_has_left() { ! kill -0 "$command" 2>/dev/null; }

# finish_run ROUND WHAT EXIT_CODE VERDICT [SECONDS]: without a verdict for a command that prints several.
finish_run() {
  local exit_code=0
  await 180 'the command to end' command_has_left
  wait "$command" || exit_code=$?
  quote "$1" "$work/log/command-$1"
  held "$2: the exit code" "$3" "$exit_code"
  [[ -z $4 ]] || held 'its verdict' "$4" "$(in_log "$1" '^verdict +[A-Z_]+' | awk '{ print $2 }')"
  check_nothing_is_left "${5:-20}"
}

# check_nothing_is_left SECONDS: the pods of a deleted Job end within their grace period.
check_nothing_is_left() {
  SECONDS=0
  until nothing_is_left || ((SECONDS > $1)); do sleep 1; done
  held 'objects in the cluster that are left' none "$(left_over | xargs | sed 's/^$/none/')"
}

# in_log ROUND EXPRESSION: the first text that it matches.
in_log() { grep -oE -m 1 "$2" "$work/log/command-$1"; }
lost() { in_log "$1" "^cdc-tester: note: worker .* was lost: .*$2.*" >/dev/null && echo yes || echo no; }

# of_pod INDEX FIELD
of_pod() { kubectl get pods -l "batch.kubernetes.io/job-completion-index=$1" -o "jsonpath={.items[0]$2}"; }

round_pods() {
  make_account
  start_command pods "$work/kubeconfig-account" 20 "${small[@]}" --workload=oltp_insert --rate=100 --events=3000 --time=60
  await 120 'the pods to write' writes_or_has_left pods
  kubectl get pods -o 'jsonpath={range .items[*]}{.spec.nodeName}{"\n"}{end}' >"$work/log/placed"
  seconds_to_ready >"$work/log/ready"
  finish_run pods '20 pods, with the rights of the printed Role only' 0 LOSSLESS
  held 'pods on each node' '10 node1 10 node2' "$(sort "$work/log/placed" | uniq -c | xargs)"
  held 'inserted rows, of 3000' 3000 "$(sql 'SELECT (SELECT COUNT(*) FROM sbtest.sbtest1) + (SELECT COUNT(*) FROM sbtest.sbtest2) - 200')"
  measured 'seconds from the Job to its last ready pod' 'at most 10' "$(<"$work/log/ready")"
  measured 'ms from the intended start to the first transaction of a pod' 'at most 50' "$(in_log pods 'began at most [0-9.]+' | cut -d ' ' -f 4)"
}

# From the creation of the Job to the last pod's condition Ready; Kubernetes gives full seconds. Nothing if the command has ended.
seconds_to_ready() {
  local created ready
  created=$(kubectl get jobs -o 'jsonpath={.items[*].metadata.creationTimestamp}')
  ready=$(kubectl get pods -o 'jsonpath={range .items[*]}{.status.conditions[?(@.type=="Ready")].lastTransitionTime}{"\n"}{end}' | sort | tail -n 1)
  [[ -z $created ]] || echo $(($(date -d "$ready" +%s) - $(date -d "$created" +%s)))
}

# A kubeconfig of the account that cdc-tester kubernetes rbac prints, and no other right.
make_account() {
  "$work/cdc-tester/bin/cdc-tester" kubernetes rbac | kubectl apply -f - >>"$work/log/apply"
  write_kubeconfig account "$(kubectl create token cdc-tester --duration=2h)" >"$work/kubeconfig-account"
}

round_deleted() {
  begin_run deleted 3 --rate=30 --time=20 --tolerate-worker-loss
  kubectl delete pod --grace-period=0 --force "$(of_pod 1 .metadata.name)" >>"$work/log/apply" 2>&1
  finish_run deleted 'a pod deleted, --tolerate-worker-loss' 0 LOSSLESS
  held 'a note names the loss and its reason' yes "$(lost deleted 'deleted')"
}

round_elastic() {
  local deleted address
  begin_run elastic 3 --rate=30 --time=60 --elastic
  deleted=$(of_pod 1 .metadata.name)
  kubectl delete pod --grace-period=0 --force "$deleted" >>"$work/log/apply" 2>&1
  await 60 'the replacement' is_replaced "$deleted"
  address=$(of_pod 1 .status.podIP)
  await 30 'the replacement to write' took_over_or_has_left elastic "$address"
  finish_run elastic 'a pod deleted, --elastic' 0 LOSSLESS
  held 'a note names the loss and its reason' yes "$(lost elastic 'deleted')"
  held 'a note names the part of the replacement' yes "$(took_over elastic "$address" && echo yes || echo no)"
}
is_replaced() { [[ $(of_pod 1 .metadata.name) != "$1" && -n $(of_pod 1 .status.podIP) ]]; }
took_over() { in_log "$1" "worker $2:7070 took over" >/dev/null; }
took_over_or_has_left() { took_over "$1" "$2" || command_has_left; }

round_oom() {
  begin_run oom 3 --rate=30 --time=20 --tolerate-worker-loss
  exhaust "$(of_pod 1 .metadata.name)" worker
  finish_run oom 'a pod out of memory, --tolerate-worker-loss' 0 LOSSLESS
  held 'a note names the loss and its reason' yes "$(lost oom 'OOMKilled')"
}

# exhaust POD CONTAINER: the kernel kills the largest process of the container, which is Java.
exhaust() {
  # shellcheck disable=SC2016 # the shell in the pod expands it
  kubectl exec "$1" -c "$2" -- \
    bash -c 'for i in {1..40}; do (x=$(head -c 10M /dev/zero | tr "\0" x); sleep 100) & done; wait' >>"$work/log/apply" 2>&1 || true
}

round_drained() {
  begin_run drained 4 --rate=40 --time=30 --tolerate-worker-loss
  kubectl drain node2 --ignore-daemonsets --delete-emptydir-data --force --timeout=60s >>"$work/log/apply" 2>&1
  finish_run drained 'a node drained, --tolerate-worker-loss' 0 LOSSLESS
  kubectl uncordon node2 >>"$work/log/apply"
  held 'a note names the loss and its reason' yes "$(lost drained 'Eviction')"
}

round_api() {
  begin_run api 3 --rate=30 --time=30
  stop_api_server
  sleep 20 # the outage
  start_api_server
  # The garbage collector connects again with growing pauses.
  finish_run api 'the API server stopped for 20 s' 0 LOSSLESS 90
}

round_killed() {
  begin_run killed 3 --rate=30 --time=300
  kill -KILL "$command"
  wait "$command" 2>/dev/null || true # without Bash's line about it
  SECONDS=0
  await 60 'the connections of the database to end' nobody_is_connected
  held 'the command killed with -9: nobody is connected to the database' 'after [0-9] s|after 1[0-9] s' "after $SECONDS s"
  check_nothing_is_left 1000
}

# refused WHAT KUBECONFIG EXIT_CODE EXPRESSION OPTION...: a run that cannot start.
refused() {
  start_command refused "$2" 2 --rate=10 --time=5 "${@:5}"
  finish_refused "$1" "$3" "$4"
}

# finish_refused WHAT EXIT_CODE EXPRESSION
finish_refused() {
  local what=$1 expected=$2 expression=$3 exit_code=0
  SECONDS=0
  await 120 'the command to end' command_has_left
  wait "$command" || exit_code=$?
  quote "$what" "$work/log/command-refused"
  held "$what: the exit code" "$expected" "$exit_code"
  held 'within 30 s' yes "$( ((SECONDS <= 30)) && echo yes || echo "no: $SECONDS s")"
  held 'the reason in its last line' yes "$(grep '^cdc-tester: ' "$work/log/command-refused" | tail -n 1 | grep -qE "$expression" && echo yes || echo no)"
  held 'lines of a stack trace' 0 "$(grep -cE '^\s+at |Exception' "$work/log/command-refused" || true)"
  check_nothing_is_left 20
}

round_refused() {
  refused 'no rights' "$work/kubeconfig-tester" 1 'forbidden.*rbac' "${small[@]}"
  refused 'a namespace that does not exist' "$work/kubeconfig" 2 'absent' "${small[@]}" --kubernetes-namespace=absent
  refused 'an image that cannot be pulled' "$work/kubeconfig" 1 "Image.*$control:5000/none:1" "${small[@]}" \
    --kubernetes-image="$control:5000/none:1"
  refused 'too few resources' "$work/kubeconfig" 1 'Unschedulable.*Insufficient cpu' --kubernetes-requests=cpu=1000
}
