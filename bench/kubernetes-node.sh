# shellcheck shell=bash disable=SC2154,SC2034 # shared with bench/kubernetes, which sources this file
# SPDX-License-Identifier: Apache-2.0
#
# A node: a network, a mount and a UTS namespace with a containerd and a kubelet. To be sourced.

nodes=(node1 node2)
declare -A holders=()
policies_hold=false

# node1 has the address 10.77.0.11, and its pods 10.77.1.16 and higher.
address_of() { echo "10.77.0.1${1#node}"; }
pods_of() { echo "10.77.${1#node}"; }

on_node() { # NODE COMMAND...
  nsenter --target "${holders[$1]}" --mount --net --uts -- "${@:2}"
}

add_node() {
  local node=$1
  add_machine "$node" "$(address_of "$node")"
  route_pods "$node"
  hide_state on_node "$node"
  on_node "$node" hostname "$node"
  mkdir -p "$work/$node/cni" "$work/$node/pods"
  start_containerd "$node"
  start_kubelet "$node"
}

# The last of the namespaces that unshare makes is made.
has_left() { [[ $(readlink "/proc/$1/ns/mnt") != $(readlink /proc/self/ns/mnt) && $(cat "/proc/$1/comm") == sleep ]]; }

# add_machine NAME ADDRESS: at the switch, without a route to any pod.
add_machine() {
  local name=$1
  unshare --net --mount --uts --propagation private sleep infinity &
  holders[$name]=$!
  await 10 "the namespaces of $name" has_left "${holders[$name]}"
  ip link add "$name" type veth peer name eth0 netns "${holders[$name]}"
  ip link set "$name" master switch up
  on_node "$name" ip link set lo up
  on_node "$name" ip addr add "$2/24" dev eth0
  on_node "$name" ip link set eth0 up
}

route_pods() {
  local node=$1
  on_node "$node" ip route add default via "$control"
  on_node "$node" bash -c 'echo 1 >/proc/sys/net/ipv4/ip_forward'
  ip route add "$(pods_of "$node").0/24" via "$(address_of "$node")"
  # Pods reach the API server at the address of its service.
  on_node "$node" iptables -t nat -A PREROUTING -d 10.96.0.1 -p tcp --dport 443 -j DNAT --to-destination "$control:6443"
}

start_containerd() {
  local node=$1 plugins
  plugins=$(dirname "$(program /usr/lib/cni/host-local usr/lib/cni/host-local)")
  cat >"$work/$node/cni/10-test.conflist" <<TEXT
{"cniVersion": "0.4.0", "name": "test", "plugins": [{"type": "bridge", "bridge": "cni0", "isDefaultGateway": true, "ipMasq": false,
  "ipam": {"type": "host-local", "ranges": [[{"subnet": "$(pods_of "$node").0/24", "rangeStart": "$(pods_of "$node").16"}]]}}]}
TEXT
  cat >"$work/$node/containerd.toml" <<TEXT
version = 2
root = "$work/$node/containerd"
state = "/run/containerd"
[grpc]
  address = "/run/containerd/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "cdc-tester.local/pause:1"
  # Where the machine does not let root lower it.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "$plugins"
    conf_dir = "$work/$node/cni"
TEXT
  start "containerd-$node" on_node "$node" containerd --config "$work/$node/containerd.toml"
  await 30 "containerd on $node" on_node "$node" ctr version
  on_node "$node" ctr -n k8s.io images import "$work/pause.tar" >>"$work/log/images"
  on_node "$node" ctr -n k8s.io images import "$work/image.tar" >>"$work/log/images"
}

start_kubelet() {
  local node=$1
  : >"$work/resolv.conf"
  cat >"$work/$node/kubelet.yaml" <<TEXT
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
authentication: {anonymous: {enabled: false}, webhook: {enabled: false}, x509: {clientCAFile: $work/keys/ca.crt}}
authorization: {mode: AlwaysAllow}
cgroupDriver: cgroupfs
cgroupRoot: /$groups/$node
clusterDNS: [$control]
clusterDomain: cluster.local
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
enforceNodeAllocatable: []
evictionHard: {memory.available: 50Mi, nodefs.available: 1%, imagefs.available: 1%}
failCgroupV1: false
failSwapOn: false
podLogsDir: $work/$node/pods
resolvConf: $work/resolv.conf
TEXT
  start "kubelet-$node" on_node "$node" "$bin/kubernetes" kubelet --config "$work/$node/kubelet.yaml" --kubeconfig "$work/kubeconfig" \
    --node-ip "$(address_of "$node")" --hostname-override "$node"
}

# For a node that the API server knows. Debian's ipset needs its own library, and the kernel sets.
start_policies() {
  local node=$1 tool
  tool=$(program ipset usr/sbin/ipset)
  LD_LIBRARY_PATH=${LD_LIBRARY_PATH:-}:$bin/debian/usr/lib/x86_64-linux-gnu
  PATH=$PATH:$(dirname "$tool")
  export LD_LIBRARY_PATH PATH
  if ! { on_node "$node" "$tool" create probe hash:ip && on_node "$node" "$tool" destroy probe; } >"$work/log/ipset" 2>&1; then
    say "notice: nothing enforces NetworkPolicies on $node, as ipset does not work here"
    return
  fi
  start "network-policy-$node" on_node "$node" "$bin/network-policy" "$work/kubeconfig" "$node" "$service_range"
  policies_hold=true
}
