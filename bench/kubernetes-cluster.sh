# shellcheck shell=bash disable=SC2154,SC2034,SC2119,SC2120,SC2329 # shared with bench/kubernetes, which sources this file
# SPDX-License-Identifier: Apache-2.0
#
# The control plane, the network between the nodes, and MySQL, in the namespaces in which this runs. To be sourced.

control=10.77.0.1
service_range=10.96.0.0/16

bring_up() {
  hide_directories
  make_network
  say "starting MySQL"
  start_database
  say "starting Kubernetes $kubernetes_version with ${#nodes[@]} nodes"
  make_keys
  start_control_plane
  for node in "${nodes[@]}"; do
    add_node "$node"
  done
  for node in "${nodes[@]}"; do
    await 120 "node $node" kubectl wait --for=condition=Ready "node/$node" --timeout=1s
    start_policies "$node"
  done
  add_machine laptop "$laptop_address"
}

# Programs write outside of their own directories; those files, and the kernel settings of a kubelet, exist in these namespaces only.
hide_directories() {
  local setting
  mkdir -p "$work/log" "$work/settings" "$work/started"
  hide_state
  for setting in vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops kernel/keys/root_maxkeys kernel/keys/root_maxbytes; do
    cat "/proc/sys/$setting" >"$work/settings/${setting//\//-}"
    mount --bind "$work/settings/${setting//\//-}" "/proc/sys/$setting"
  done
}

# hide_state [COMMAND...]: in the mount namespace that the command enters.
hide_state() {
  local directory
  for directory in /run /var/log /var/lib; do
    "$@" mount -t tmpfs tmpfs "$directory"
  done
}

# A switch that all nodes are connected to. This host is the router between their pods.
make_network() {
  local node
  ip link set lo up
  ip link add switch type bridge
  ip addr add "$control/24" dev switch
  ip link set switch up
  # A bridge without a port has no carrier, and an address without it takes no connections.
  ip link add port0 type veth peer name port1
  ip link set port0 master switch up
  ip link set port1 up
  echo 1 >/proc/sys/net/ipv4/ip_forward
  hostname control
  {
    echo "$control control"
    for node in "${nodes[@]}"; do
      echo "$(address_of "$node") $node"
    done
  } >"$work/hosts"
  mount --bind "$work/hosts" /etc/hosts
}

# start NAME COMMAND...: in the background, with a log of its own.
start() {
  local name=$1
  shift
  "$@" >>"$work/log/$name" 2>&1 </dev/null &
  echo $! >"$work/started/$name"
  disown
}

# All of them run, or the last lines of one that does not.
check_started() {
  local program
  for program in "$work"/started/*; do
    if [[ -e $program ]] && ! kill -0 "$(<"$program")" 2>/dev/null; then
      tail -n 20 "$work/log/${program##*/}" >&2
      die "${program##*/} has ended"
    fi
  done
}

# await SECONDS WHAT COMMAND...: until it succeeds.
await() {
  local until=$((EPOCHSECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    check_started
    if ((EPOCHSECONDS > until)); then
      show_trouble
      die "waited in vain for $what"
    fi
    sleep 0.3
  done
}

show_trouble() {
  {
    kubectl get pods,jobs -o wide
    kubectl get events --sort-by=.lastTimestamp | tail -n 15
    kubectl logs job/cdc-tester --all-containers | tail -n 20
    tail -n 5 "$work"/log/kubelet-* "$work"/log/containerd-*
  } >&2 || true
}

start_database() {
  find_mysql
  # All ports are free in here.
  free_port() { port=3306; }
  server_options+=(--bind-address='*')
  start_server
  sql "CREATE USER cdc@'%' IDENTIFIED BY 'of-the-test'; GRANT ALL ON *.* TO cdc@'%'"
}

make_keys() {
  local keys=$work/keys
  mkdir "$keys"
  {
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test-ca -keyout "$keys/ca.key" -out "$keys/ca.crt"
    printf 'subjectAltName=IP:%s,IP:127.0.0.1,IP:10.96.0.1,DNS:kubernetes.default.svc\n' "$control" >"$keys/names"
    openssl req -newkey rsa:2048 -nodes -subj /CN=kube-apiserver/O=system:masters -keyout "$keys/server.key" -out "$keys/server.csr"
    openssl x509 -req -days 2 -in "$keys/server.csr" -CA "$keys/ca.crt" -CAkey "$keys/ca.key" -CAcreateserial -extfile "$keys/names" \
      -out "$keys/server.crt"
    openssl genrsa -out "$keys/accounts.key" 2048
    openssl rsa -in "$keys/accounts.key" -pubout -out "$keys/accounts.pub"
  } >"$work/log/keys" 2>&1
  printf '%s\n' of-the-admin,admin,1,system:masters of-the-tester,tester,2 of-the-runner,runner,3 >"$keys/tokens"
  write_kubeconfig admin of-the-admin >"$work/kubeconfig"
  write_kubeconfig tester of-the-tester >"$work/kubeconfig-tester"
  write_kubeconfig runner of-the-runner >"$work/kubeconfig-runner"
}

write_kubeconfig() { # USER TOKEN
  cat <<TEXT
apiVersion: v1
kind: Config
clusters: [{name: test, cluster: {server: "https://$control:6443", certificate-authority: $work/keys/ca.crt}}]
users: [{name: $1, user: {token: $2}}]
contexts: [{name: test, context: {cluster: test, user: $1, namespace: $namespace}}]
current-context: test
TEXT
}

start_control_plane() {
  local keys=$work/keys
  start etcd "$(program etcd usr/bin/etcd)" --data-dir "$work/etcd" --listen-client-urls http://127.0.0.1:2379 \
    --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380 --logger zap --log-level warn
  start_api_server
  start kube-controller-manager "$bin/kubernetes" kube-controller-manager --kubeconfig "$work/kubeconfig" --leader-elect=false \
    --bind-address 127.0.0.1 --service-account-private-key-file "$keys/accounts.key" --root-ca-file "$keys/ca.crt"
  start kube-scheduler "$bin/kubernetes" kube-scheduler --kubeconfig "$work/kubeconfig" --leader-elect=false --bind-address 127.0.0.1
  printf '.:53 {\n  bind %s\n  errors\n  kubernetes cluster.local {\n    kubeconfig %s\n    ttl 1\n  }\n}\n' "$control" "$work/kubeconfig" \
    >"$work/Corefile"
  start coredns "$bin/coredns" -conf "$work/Corefile"
  kubectl apply -f "$bench/kubernetes-overlay/namespace.yaml" >>"$work/log/apply"
  await 60 'the service account' kubectl get serviceaccount default
}

start_api_server() {
  local keys=$work/keys
  start kube-apiserver "$bin/kubernetes" kube-apiserver --etcd-servers http://127.0.0.1:2379 --bind-address "$control" \
    --advertise-address "$control" --tls-cert-file "$keys/server.crt" --tls-private-key-file "$keys/server.key" \
    --client-ca-file "$keys/ca.crt" --token-auth-file "$keys/tokens" --authorization-mode Node,RBAC \
    --service-account-issuer https://kubernetes.default.svc --service-account-key-file "$keys/accounts.pub" \
    --service-account-signing-key-file "$keys/accounts.key" --service-cluster-ip-range "$service_range" \
    --kubelet-client-certificate "$keys/server.crt" --kubelet-client-key "$keys/server.key"
  await 120 'the API server' kubectl get --raw /readyz
}

stop_api_server() {
  kill -KILL "$(<"$work/started/kube-apiserver")"
  rm "$work/started/kube-apiserver"
}

describe_cluster() {
  cat <<TEXT
$(date -u +%Y-%m-%d), $(nproc) CPUs, $(uname -sr), cgroups of version $([[ -e /sys/fs/cgroup/cgroup.controllers ]] && echo 2 || echo 1).
Kubernetes $kubernetes_version with ${#nodes[@]} nodes, $(etcd_version), containerd $(containerd --version | cut -d ' ' -f 3), $(runc --version | head -n 1),
MySQL $server_version; cdc-tester $(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo 'of no commit').
TEXT
}

etcd_version() { "$(program etcd usr/bin/etcd)" --version | head -n 1 | tr -d :; }
