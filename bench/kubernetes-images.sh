# shellcheck shell=bash disable=SC2154 # bench/kubernetes, which sources this file, sets the variables
# SPDX-License-Identifier: Apache-2.0
#
# The programs of Kubernetes and the images of the pods. To be sourced.

find_tools() {
  local tool
  [[ $(id -u) == 0 ]] || skip 'not root'
  for tool in unshare nsenter ip iptables openssl ctr containerd runc; do
    command -v "$tool" >/dev/null || skip "there is no $tool"
  done
  [[ $(df --output=target "$work" | tail -n 1) =~ ^/(run|var/lib|var/log) ]] && skip "TMPDIR is in a directory that is hidden from the nodes"
  mkdir -p "$bin"
  build_programs
  debian_program etcd etcd-server usr/bin/etcd
  [[ -e /usr/lib/cni/host-local ]] || debian_program host-local containernetworking-plugins usr/lib/cni/host-local
  debian_program ipset ipset usr/sbin/ipset libipset13
}

skip() {
  say "notice: skipped: $*"
  exit 0
}

build_programs() {
  if [[ -x $bin/kubernetes && -x $bin/coredns && -x $bin/network-policy && -x $bin/pause ]]; then
    return
  fi
  command -v go >/dev/null || skip "there is no Kubernetes in $bin, and no Go to build it"
  say "building Kubernetes $kubernetes_version into $bin: ten minutes of one core"
  (cd "$bench/kubernetes-go" && CGO_ENABLED=0 run go build -p 1 -trimpath -ldflags '-s -w' -o "$bin/" ./...) >"$work/go.log" 2>&1 || {
    tail -n 20 "$work/go.log" >&2
    skip 'Kubernetes cannot be built'
  }
}

# debian_program COMMAND PACKAGE FILE [ANOTHER PACKAGE]: is installed, or unpacked below $bin. Nothing is installed.
debian_program() {
  local package
  if command -v "$1" >/dev/null || [[ -e $bin/debian/$3 ]]; then
    return
  fi
  say "unpacking Debian's $2"
  mkdir -p "$work/packages" "$bin/debian"
  (cd "$work/packages" && apt-get download -q "$2" ${4:+"$4"}) >"$work/apt.log" 2>&1 || skip "there is no $1: $(tail -n 1 "$work/apt.log")"
  for package in "$work"/packages/*.deb; do
    dpkg-deb -x "$package" "$bin/debian"
  done
}

program() {
  command -v "$1" || echo "$bin/debian/$2"
}

# archive FILE NAME DIRECTORY CONFIG: a directory as an image of one layer.
archive() {
  local pieces=$work/archive digest
  rm -rf "$pieces"
  mkdir "$pieces"
  tar -C "$3" --numeric-owner --one-file-system --sort=name --mtime=@0 -cf "$pieces/layer.tar" \
    --exclude='./dev/*' --exclude='./proc/*' --exclude='./sys/*' --exclude='./var/lib/apt/lists/*' --exclude='./var/cache/apt/*' \
    --exclude='./usr/share/doc' --exclude='./usr/share/man' --exclude='./usr/share/locale' .
  digest=$(sha256sum "$pieces/layer.tar" | cut -d ' ' -f 1)
  cat >"$pieces/config.json" <<TEXT
{"architecture":"amd64","os":"linux","config":$4,"rootfs":{"type":"layers","diff_ids":["sha256:$digest"]},"history":[{"created":"1970-01-01T00:00:00Z"}]}
TEXT
  echo "[{\"Config\":\"config.json\",\"RepoTags\":[\"$2\"],\"Layers\":[\"layer.tar\"]}]" >"$pieces/manifest.json"
  tar -C "$pieces" -cf "$1.part" manifest.json config.json layer.tar
  mv "$1.part" "$1"
  rm -rf "$pieces"
}

# A Debian with its Java, for machines that reach no registry of images.
make_base() {
  local tree=$work/base
  if [[ -e $bin/java-base.tar ]]; then
    return
  fi
  "$root/.ci/packages" debootstrap=debootstrap
  say 'making the base of the image: a Debian with its Java'
  run debootstrap --variant=minbase bookworm "$tree" >"$work/base.log" 2>&1 || { tail -n 20 "$work/base.log" >&2; die 'debootstrap failed'; }
  # Java's package wants a /proc.
  run env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C DEBIAN_FRONTEND=noninteractive \
    unshare --mount --pid --fork --kill-child=KILL --mount-proc="$tree/proc" chroot "$tree" \
    apt-get install -y -q --no-install-recommends openjdk-17-jre-headless >"$work/base.log" 2>&1 ||
    { tail -n 20 "$work/base.log" >&2; die 'Java could not be installed in it'; }
  archive "$bin/java-base.tar" java-base:17 "$tree" '{"Env":["PATH=/usr/sbin:/usr/bin:/sbin:/bin"]}'
}

# The images of the pods, and the command of this checkout in $work/cdc-tester.
make_images() {
  mkdir "$work/pause"
  cp "$bin/pause" "$work/pause/"
  archive "$work/pause.tar" cdc-tester.local/pause:1 "$work/pause" '{"Entrypoint":["/pause"],"User":"65535:65535"}'
  build_cdc_tester -Pimage "-Dimage.base=tar://$bin/java-base.tar"
  cp "${image:-$root/cli/target/cdc-tester-image.tar}" "$work/image.tar"
}
