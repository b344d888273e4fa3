# shellcheck shell=bash disable=SC2154 # shared with bench/kubernetes, which sources this file
# SPDX-License-Identifier: Apache-2.0
#
# A cluster that stays, and the commands to use it from a shell of this machine. To be sourced.

# write_enter PROCESS: a command that runs another one in the namespaces of this process.
write_enter() {
  cat >"$work/enter" <<TEXT
#!/usr/bin/env bash
# enter COMMAND...: runs it where the cluster and its database can be reached.
[[ \$# -gt 0 ]] || set -- bash
exec nsenter --target $1 --mount --net --pid --uts --ipc -- \\
  env --chdir="\$PWD" KUBECONFIG=$work/kubeconfig PATH="$work/commands:\$PATH" "\$@"
TEXT
  chmod +x "$work/enter"
}

keep_cluster() {
  local node
  mkdir "$work/commands"
  printf '#!/usr/bin/env bash\nexec %q kubectl "$@"\n' "$bin/kubernetes" >"$work/commands/kubectl"
  {
    echo '#!/usr/bin/env bash'
    echo '# import-image FILE: gives an image archive to all nodes.'
    for node in "${nodes[@]}"; do
      # shellcheck disable=SC2016 # "$1" is the argument of the command that is written
      echo "nsenter --target ${holders[$node]} --mount --net -- ctr -n k8s.io images import \"\$(realpath \"\$1\")\" || exit"
    done
  } >"$work/commands/import-image"
  chmod +x "$work"/commands/*
  cat >&2 <<TEXT
The cluster runs until Ctrl-C. A command that uses it starts with
  $work/enter
which sets KUBECONFIG=$work/kubeconfig. Examples of commands that follow it:
  kubectl get nodes
  import-image cli/target/cdc-tester-image.tar
  bin/cdc-tester run --url=jdbc:mysql://$control:3306/sbtest --user=cdc …
The database has the user cdc with the password of-the-test; the namespace $namespace takes restricted pods only.
Both nodes have the image $(on_node node1 ctr -n k8s.io images ls -q | grep -v '^sha256:\|/pause:' | xargs).
TEXT
  sleep infinity
}
