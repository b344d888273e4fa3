#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Somebody else writes: measures a server's change stream until Ctrl-C, and writes nothing.
#
#   CDC_TESTER_PASSWORD=… examples/03-subscribe.sh jdbc:mysql://HOST:PORT/ USER [OPTION…]
#
# The user needs REPLICATION SLAVE and REPLICATION CLIENT. Further options go to the command, such as
# --time=30, --out=DIR or --prometheus=9400.
set -eu

if [ $# -lt 2 ]; then
    echo "usage: CDC_TESTER_PASSWORD=… $0 jdbc:mysql://HOST:PORT/ USER [OPTION…]" >&2
    exit 2
fi
home=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
url=$1
user=$2
shift 2

exec "$home/bin/cdc-tester" subscribe --url="$url" --user="$user" "$@"
