#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# The main job without any set-up: an embedded MariaDB, four workers in a closed loop, two seconds of
# warm-up, ten measured. result.json and samples.csv go to the directory named first, out/ by default, in
# the place of what was measured there before.
#
#   examples/01-main-job.sh [DIR]
set -eu

home=$(CDPATH='' cd -- "$(dirname "$0")/.." && pwd)
out=${1:-$home/out}

exec "$home/bin/cdc-tester" run --threads=4 --warmup-time=2 --time=10 --out="$out" --overwrite
