#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A consumer with the package mysql-replication: prints table,key,cdc_seq of each row, and stores the GTIDs of the printed
transactions in CDC_TESTER_STATE/place, at which the next start resumes. The package reconnects by itself."""

import os
import re
import sys
import time

from pymysqlreplication import BinLogStreamReader
from pymysqlreplication.event import GtidEvent, XidEvent
from pymysqlreplication.gtid import Gtid, GtidSet
from pymysqlreplication.row_event import UpdateRowsEvent, WriteRowsEvent

KEEP_SECONDS = 0.1


def stored(place):
    if not os.path.exists(place):
        return os.environ["CDC_TESTER_GTIDS"]
    with open(place, encoding="ascii") as file:
        return re.sub(r"\s", "", file.read())


def follow():
    place = os.path.join(os.environ["CDC_TESTER_STATE"], "place")
    done = GtidSet(stored(place))
    stream = BinLogStreamReader(
        connection_settings={
            "host": os.environ["CDC_TESTER_HOST"],
            "port": int(os.environ["CDC_TESTER_PORT"]),
            "user": os.environ["CDC_TESTER_USER"],
            "passwd": os.environ["MYSQL_PWD"],
        },
        server_id=9107,
        auto_position=str(done),
        blocking=True,
        only_schemas=[os.environ["CDC_TESTER_DATABASE"]],
        only_events=[GtidEvent, XidEvent, WriteRowsEvent, UpdateRowsEvent],
    )
    gtid = None
    kept = 0.0
    for event in stream:
        if isinstance(event, GtidEvent):
            gtid = event.gtid
        elif isinstance(event, XidEvent):
            sys.stdout.flush()
            if gtid and Gtid(gtid) not in done:
                done += GtidSet([Gtid(gtid)])
            if time.monotonic() - kept >= KEEP_SECONDS:
                kept = time.monotonic()
                with open(place, "w", encoding="ascii") as file:
                    file.write(str(done))
        else:
            for row in event.rows:
                values = row["after_values"] if "after_values" in row else row["values"]
                print(f"{event.schema}.{event.table},{values.get('id', '')},{values.get('cdc_seq', 0)}")


follow()
