# shellcheck shell=bash disable=SC2154 # shared with bench/kubernetes, which sources this file
# SPDX-License-Identifier: Apache-2.0
#
# The rounds of deploy/kubernetes: workers and coordinator are pods of two Jobs. To be sourced.

# apply OVERLAY: of bench/kubernetes-overlay, with the files of this run beside it.
apply() {
  kubectl apply -k "$work/overlays/bench/kubernetes-overlay/$1" >>"$work/log/apply" 2>&1 ||
    { tail -n 5 "$work/log/apply" >&2; die "the overlay $1 was not taken"; }
}

coordinator_pod() { kubectl get pods -l job-name=cdc-tester -o "jsonpath={.items[0]$1}"; }
conditions() { kubectl get job "$1" -o 'jsonpath={range .status.conditions[?(@.status=="True")]}{.type} {end}' | awk '{ print $NF }'; }
worker_phases() { kubectl get pods -l job-name=cdc-tester-workers -o 'jsonpath={range .items[*]}{.status.phase}{"\n"}{end}' | sort | uniq -c | xargs; }
writes() { kubectl logs job/cdc-tester -c coordinator 2>/dev/null | grep -qE '^\[ +[4-9]s \] thds'; }
writes_or_has_ended() { writes || has_ended; }
has_ended() { [[ $(coordinator_pod .status.phase) =~ Succeeded|Failed ]]; }
job_is_over() { [[ $(conditions "$1") =~ Complete|Failed ]]; }

new_overlays() {
  if [[ -e $work/overlays ]]; then
    return
  fi
  mkdir -p "$work/overlays/bench"
  cp -r "$bench/kubernetes-overlay" "$work/overlays/bench/"
  "$work/cdc-tester/bin/cdc-tester" worker --new-secret="$work/overlays/bench/kubernetes-overlay/strict/workers.p12" >"$work/log/secret" 2>&1 ||
    { cat "$work/log/secret" >&2; die 'no secret could be made'; }
}

# begin OVERLAY: and waits until the workers write.
begin() {
  new_overlays
  apply "$1"
  await 300 'the workers to write' writes_or_has_ended
}

failed_workers() {
  local pod
  for pod in $(kubectl get pods -l job-name=cdc-tester-workers --field-selector=status.phase=Failed -o name); do
    kubectl get "$pod" -o 'jsonpath={.metadata.name}: {.status.containerStatuses[0].state.terminated.reason}, exit code {.status.containerStatuses[0].state.terminated.exitCode}{"\n"}'
    kubectl logs "$pod" | tail -n 10
  done
}

# The end of a round: what the coordinator said, in the log of this command too.
finish() {
  await 300 'the coordinator to end' has_ended
  await 60 'its Job to end' job_is_over cdc-tester
  kubectl logs job/cdc-tester -c coordinator >"$work/log/coordinator-$1" 2>&1
  quote "$1" "$work/log/coordinator-$1"
  quote "$1, failed workers" <(failed_workers)
  exit_code=$(coordinator_pod '.status.containerStatuses[0].state.terminated.exitCode')
}

round_manifests() {
  kubectl apply -k "$bench/kubernetes-overlay/base" --dry-run=server --validate=strict >"$work/log/dry-run" 2>"$work/log/dry-run-warnings" || true
  held 'the base, dry run of the server: objects taken' 6 "$(grep -c 'server dry run' "$work/log/dry-run" || true)"
  held 'deploy/kubernetes: objects taken' 5 "$(kubectl apply -f "$root/deploy/kubernetes" --dry-run=server --validate=strict \
    2>>"$work/log/dry-run-warnings" | grep -c 'server dry run' || true)"
  held 'warnings, also of the restricted Pod Security Standard' 0 "$(grep -c . "$work/log/dry-run-warnings" || true)"
}

# knock LABEL: whether a pod with this component reaches a worker's port.
knock() {
  sed "s/COMPONENT/$1/" "$bench/kubernetes-overlay/stranger.yaml" | kubectl apply -f - >>"$work/log/apply" 2>&1
  await 60 "the $1 to knock" pod_is_over "$1-knocks"
  kubectl logs "$1-knocks"
}
pod_is_over() { [[ $(kubectl get pod "$1" -o 'jsonpath={.status.phase}') =~ Succeeded|Failed ]]; }

round_run() {
  begin strict
  if [[ $policies_hold == true ]]; then
    held 'a pod that is no coordinator, at a port of a worker' 'shut' "$(knock stranger)"
    held 'one that calls itself coordinator' 'open' "$(knock coordinator)"
  else
    held 'NetworkPolicy' 'enforced' 'nothing here enforces it'
  fi
  finish run
  await 120 'the workers to end' job_is_over cdc-tester-workers
  held "run: the coordinator's exit code" 0 "$exit_code"
  held 'its Job' Complete "$(conditions cdc-tester)"
  held "the workers' Job" Complete "$(conditions cdc-tester-workers)"
  held 'worker pods' '3 Succeeded' "$(worker_phases)"
}

# The address of the worker that is killed: the coordinator adds it to the name.
second_worker() { kubectl get pods -l batch.kubernetes.io/job-completion-index=1 -o 'jsonpath={.items[0].status.podIP}'; }
named() { grep -q "^cdc-tester: .*worker [^ ]*:7070 ($2) " "$work/log/coordinator-$1" && echo yes || echo no; }

round_lost() {
  local address
  begin strict
  address=$(second_worker)
  kill -KILL "$(pgrep -f -- "--bind=$address:7070")"
  finish lost
  await 120 'the workers to end' job_is_over cdc-tester-workers
  held "a worker's process killed: the coordinator's exit code" 1 "$exit_code"
  held 'its log names the worker' yes "$(named lost "$address")"
  held 'its Job' Failed "$(conditions cdc-tester)"
  held 'worker pods' '1 Failed 2 Succeeded' "$(worker_phases)"
}

round_tolerated() {
  local address
  begin tolerant
  address=$(second_worker)
  kubectl delete pod --grace-period=0 --force -l batch.kubernetes.io/job-completion-index=1 >>"$work/log/apply" 2>&1
  finish tolerated
  await 120 'the workers to end' job_is_over cdc-tester-workers
  held "a worker's pod deleted, --tolerate-worker-loss: the exit code" 0 "$exit_code"
  held 'its log names the worker' yes "$(named tolerated "$address")"
  held 'worker pods that are left' '2 Succeeded' "$(worker_phases)"
  # One that is told to end does so in order, if it is given the time.
  held "the workers' Job" 'Complete|Failed' "$(conditions cdc-tester-workers)"
}

round_coordinator() {
  begin strict
  kubectl delete pod --grace-period=0 --force -l job-name=cdc-tester >>"$work/log/apply" 2>&1
  SECONDS=0
  await 60 'the connections of the database to end' nobody_is_connected
  held "the coordinator's pod deleted: nobody is connected to the database" 'after [0-9] s|after 1[0-9] s' "after $SECONDS s"
  await 120 'the workers to end' job_is_over cdc-tester-workers
  held 'worker pods' '3 Succeeded' "$(worker_phases)"
}
