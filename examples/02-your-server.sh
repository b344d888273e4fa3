#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# A server of your own: makes two tables there, measures a closed loop and then an open one, and drops
# the tables again, however the runs end.
#
#   CDC_TESTER_PASSWORD=… examples/02-your-server.sh jdbc:mysql://HOST:PORT/DATABASE USER
#
# The user needs REPLICATION SLAVE and REPLICATION CLIENT, and CREATE, DROP, INDEX, SELECT, INSERT and
# UPDATE on the database. The database must exist, and hold no tables sbtest1 and sbtest2.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: CDC_TESTER_PASSWORD=… $0 jdbc:mysql://HOST:PORT/DATABASE USER" >&2
    exit 2
fi
home=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
url=$1
user=$2

tester() {
    command=$1
    shift
    "$home/bin/cdc-tester" "$command" --url="$url" --user="$user" --tables=2 "$@"
}

tester prepare --threads=2
# From here on the tables are ours; had prepare failed, nothing would be left of them.
trap 'tester cleanup' EXIT
trap 'exit 130' INT TERM HUP

echo "== closed loop: as fast as eight workers go"
tester run --threads=8 --warmup-time=2 --time=10

echo "== open loop: 500 transactions a second, whatever the server does"
tester run --threads=8 --rate=500 --warmup-time=2 --time=10
