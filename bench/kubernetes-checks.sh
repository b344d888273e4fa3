# shellcheck shell=bash disable=SC2154 # shared with bench/kubernetes, which sources this file
# SPDX-License-Identifier: Apache-2.0
#
# What the rounds share: kubectl, the lines of the table, and a clean namespace. To be sourced.

kubectl() { "$bin/kubernetes" kubectl --kubeconfig "$work/kubeconfig" --namespace "$namespace" "$@"; }

# held WHAT EXPECTED SEEN: a line of the table.
held() {
  local answer=no
  [[ $3 =~ ^($2)$ ]] && answer=yes
  printf '| %s | %s | %s | %s |\n' "$1" "${2//|/ or }" "${3//|/,}" "$answer" >>"$work/rows"
  say "  $1: $3 ($answer)"
}

# measured WHAT TARGET SEEN: a time of this machine, which decides nothing.
measured() {
  printf '| %s | %s | %s | a measurement |\n' "$@" >>"$work/rows"
  say "  $1: $3 (target: $2)"
}

# quote ROUND FILE: the lines of a coordinator, for the Markdown.
quote() {
  {
    printf '\n## %s\n\n```\n' "$1"
    cat "$2"
    printf '```\n'
  } >>"$work/said"
}

clear_away() {
  kubectl delete job,networkpolicy,secret,configmap -l '!never' --ignore-not-found --wait >>"$work/log/apply" 2>&1 || true
  kubectl delete pods --all --wait >>"$work/log/apply" 2>&1
  sql 'DROP DATABASE sbtest; CREATE DATABASE sbtest'
}

nobody_is_connected() { [[ $(sql "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'cdc'") == 0 ]]; }
