# shellcheck shell=bash disable=SC2154 # what is used here is set by bench/kubernetes, which sources this
# SPDX-License-Identifier: Apache-2.0
#
# A Kubernetes of one node in the namespaces in which this runs: to be sourced by bench/kubernetes.

node=10.77.0.1
service_range=10.96.0.0/16

bring_up() {
  hide_directories
  ip link set lo up
  ip link add cni0 type bridge
  ip addr add "$node/24" dev cni0
  ip link set cni0 up
  # A bridge without a port has no carrier, and an address without it takes no connections.
  ip link add port0 type veth peer name port1
  ip link set port0 master cni0 up
  ip link set port1 up
  hostname node
  echo "$node node" >"$work/hosts"
  mount --bind "$work/hosts" /etc/hosts
  say "starting MySQL"
  start_database
  say "starting Kubernetes $kubernetes_version"
  make_keys
  start_control_plane
  start_node
}

# What the programs write outside of their own directories is seen in here only, and so is what the kubelet sets in the kernel.
hide_directories() {
  local setting
  mkdir -p "$work/log"
  mount -t tmpfs tmpfs /run
  mount -t tmpfs tmpfs /var/log
  mount -t tmpfs tmpfs /var/lib
  mkdir -p "$work/settings"
  for setting in vm/overcommit_memory vm/panic_on_oom kernel/panic kernel/panic_on_oops kernel/keys/root_maxkeys kernel/keys/root_maxbytes; do
    cat "/proc/sys/$setting" >"$work/settings/${setting//\//-}"
    mount --bind "$work/settings/${setting//\//-}" "/proc/sys/$setting"
  done
}

# start NAME COMMAND...: in the background, with a log of its own.
start() {
  local name=$1
  shift
  "$@" >"$work/log/$name" 2>&1 </dev/null &
  started+=("$name:$!")
}
started=()

# await SECONDS WHAT COMMAND...: until it succeeds.
await() {
  local until=$((EPOCHSECONDS + $1)) what=$2 program
  shift 2
  until "$@" >/dev/null 2>&1; do
    for program in "${started[@]}"; do
      if ! kill -0 "${program#*:}" 2>/dev/null; then
        tail -n 20 "$work/log/${program%:*}" >&2
        die "${program%:*} has ended"
      fi
    done
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
    tail -n 5 "$work"/log/kubelet "$work"/log/containerd
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
    printf 'subjectAltName=IP:%s,IP:127.0.0.1,IP:10.96.0.1,DNS:kubernetes.default.svc\n' "$node" >"$keys/names"
    openssl req -newkey rsa:2048 -nodes -subj /CN=kube-apiserver/O=system:masters -keyout "$keys/server.key" -out "$keys/server.csr"
    openssl x509 -req -days 2 -in "$keys/server.csr" -CA "$keys/ca.crt" -CAkey "$keys/ca.key" -CAcreateserial -extfile "$keys/names" \
      -out "$keys/server.crt"
    openssl genrsa -out "$keys/accounts.key" 2048
    openssl rsa -in "$keys/accounts.key" -pubout -out "$keys/accounts.pub"
  } >"$work/log/keys" 2>&1
  echo "of-the-test,test,1,system:masters" >"$keys/tokens"
  cat >"$work/kubeconfig" <<TEXT
apiVersion: v1
kind: Config
clusters: [{name: test, cluster: {server: "https://$node:6443", certificate-authority: $keys/ca.crt}}]
users: [{name: test, user: {token: of-the-test}}]
contexts: [{name: test, context: {cluster: test, user: test}}]
current-context: test
TEXT
}

start_control_plane() {
  local keys=$work/keys
  start etcd "$(program etcd usr/bin/etcd)" --data-dir "$work/etcd" --listen-client-urls http://127.0.0.1:2379 \
    --advertise-client-urls http://127.0.0.1:2379 --listen-peer-urls http://127.0.0.1:2380 --logger zap --log-level warn
  start kube-apiserver "$bin/kubernetes" kube-apiserver --etcd-servers http://127.0.0.1:2379 --bind-address "$node" \
    --advertise-address "$node" --tls-cert-file "$keys/server.crt" --tls-private-key-file "$keys/server.key" \
    --client-ca-file "$keys/ca.crt" --token-auth-file "$keys/tokens" --authorization-mode Node,RBAC \
    --service-account-issuer https://kubernetes.default.svc --service-account-key-file "$keys/accounts.pub" \
    --service-account-signing-key-file "$keys/accounts.key" --service-cluster-ip-range "$service_range" \
    --kubelet-client-certificate "$keys/server.crt" --kubelet-client-key "$keys/server.key"
  await 120 'the API server' kubectl get --raw /readyz
  start kube-controller-manager "$bin/kubernetes" kube-controller-manager --kubeconfig "$work/kubeconfig" --leader-elect=false \
    --bind-address 127.0.0.1 --service-account-private-key-file "$keys/accounts.key" --root-ca-file "$keys/ca.crt"
  start kube-scheduler "$bin/kubernetes" kube-scheduler --kubeconfig "$work/kubeconfig" --leader-elect=false --bind-address 127.0.0.1
  kubectl apply -f "$bench/kubernetes-overlay/namespace.yaml" >>"$work/log/apply"
  await 60 'the service account' kubectl get serviceaccount default
}

program() {
  command -v "$1" || echo "$bin/debian/$2"
}

start_node() {
  local plugins
  plugins=$(dirname "$(program /usr/lib/cni/host-local usr/lib/cni/host-local)")
  mkdir -p "$work/cni" "$work/pods"
  cat >"$work/cni/10-test.conflist" <<TEXT
{"cniVersion": "0.4.0", "name": "test", "plugins": [{"type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": false,
  "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.77.0.0/24", "rangeStart": "10.77.0.16"}]]}}]}
TEXT
  cat >"$work/containerd.toml" <<TEXT
version = 2
root = "$work/containerd"
state = "/run/containerd"
[grpc]
  address = "/run/containerd/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "cdc-tester.local/pause:1"
  # Where the machine does not let root lower it.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$plugins"
    conf_dir = "$work/cni"
TEXT
  start containerd containerd --config "$work/containerd.toml"
  await 30 'containerd' ctr version
  ctr -n k8s.io images import --no-unpack "$work/pause.tar" >>"$work/log/images"
  ctr -n k8s.io images import --no-unpack "$work/image.tar" >>"$work/log/images"

  : >"$work/resolv.conf"
  cat >"$work/kubelet.yaml" <<TEXT
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: {anonymous: {enabled: false}, webhook: {enabled: false}, x509: {clientCAFile: $work/keys/ca.crt}}
authorization: {mode: AlwaysAllow}
cgroupDriver: cgroupfs
cgroupRoot: /$groups
clusterDNS: [$node]
clusterDomain: cluster.local
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
enforceNodeAllocatable: []
evictionHard: {memory.available: 50Mi, nodefs.available: 1%, imagefs.available: 1%}
failCgroupV1: false
failSwapOn: false
podLogsDir: $work/pods
resolvConf: $work/resolv.conf
TEXT
  start kubelet "$bin/kubernetes" kubelet --config "$work/kubelet.yaml" --kubeconfig "$work/kubeconfig" --node-ip "$node" \
    --hostname-override node
  printf '.:53 {\n  bind %s\n  errors\n  kubernetes cluster.local {\n    kubeconfig %s\n    ttl 1\n  }\n}\n' "$node" "$work/kubeconfig" \
    >"$work/Corefile"
  start coredns "$bin/coredns" -conf "$work/Corefile"
  await 120 'the node' kubectl wait --for=condition=Ready node/node --timeout=1s
  policies_hold=false
  start_policies
}

# Debian's ipset needs its own library, and the kernel sets.
start_policies() {
  local tool
  tool=$(program ipset usr/sbin/ipset)
  export LD_LIBRARY_PATH=${LD_LIBRARY_PATH:-}:$bin/debian/usr/lib/x86_64-linux-gnu PATH=$PATH:$(dirname "$tool")
  if ! { "$tool" create probe hash:ip && "$tool" destroy probe; } >"$work/log/ipset" 2>&1; then
    say "notice: nothing enforces NetworkPolicies, as ipset does not work here"
    return
  fi
  start network-policy "$bin/network-policy" "$work/kubeconfig" node "$service_range"
  policies_hold=true
}

# In the image, as nothing of this checkout needs to be built then.
new_secret() {
  local layers=$work/secret
  mkdir -m 0777 "$layers"
  ctr -n k8s.io run --rm --mount "type=bind,src=$layers,dst=/secret,options=rbind:rw" \
    "docker.io/library/$(image_name)" new-secret sh -c 'exec java -cp "/app/libs/*:/app/classes:/app/resources" io.github.cdctester.cli.Main worker --new-secret=/secret/workers.p12' \
    >"$work/log/secret" 2>&1 || { cat "$work/log/secret" >&2; die 'no secret could be made'; }
  mv "$layers/workers.p12" "$1"
}

image_name() {
  ctr -n k8s.io images ls -q | sed -n 's/^docker.io\/library\///p' | head -n 1
}

describe_node() {
  cat <<TEXT
$(date -u +%Y-%m-%d), $(nproc) CPUs, $(uname -sr), cgroups of version $([[ -e /sys/fs/cgroup/cgroup.controllers ]] && echo 2 || echo 1).
Kubernetes $kubernetes_version, $(etcd_version), containerd $(containerd --version | cut -d ' ' -f 3), $(runc --version | head -n 1),
MySQL $server_version; cdc-tester $(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo 'of no commit').
TEXT
}

etcd_version() { "$(program etcd usr/bin/etcd)" --version | head -n 1 | tr -d :; }
