// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.Receiver;
import io.github.cdctester.internal.judge.consumer.feed.ConsumerFeed.RowEvent;

/** The queued reports of one consumer. Methods that add a report return true if the queue should be emptied now. */
final class ReportLane extends HandoffBuffer<Receiver> {

    private static final int UNREADABLE = 0;
    private static final int GTID = 1;
    private static final int POSITION = 2;
    private static final int ROW = 3;
    private static final int STREAM_ROWS = 4;
    private static final int TIMES = 5;
    private static final RowEvent[] ROW_EVENTS = RowEvent.values();

    synchronized boolean addUnreadable(long count, boolean isChange, String first) {
        begin(UNREADABLE).add(count).add(isChange ? 1 : 0).add(first);
        return isLong();
    }

    synchronized boolean addGtid(long high, long low, String tag, long number, long micros, ChangeTimes times) {
        addTimes(times);
        begin(GTID).add(high).add(low).add(tag).add(number).add(micros);
        return isLong();
    }

    synchronized boolean addPosition(String file, long position, long micros, ChangeTimes times) {
        addTimes(times);
        begin(POSITION).add(file).add(position).add(micros);
        return isLong();
    }

    synchronized boolean addRow(
            RowEvent event, String table, String key, long sequence, long micros, ChangeTimes times) {
        addTimes(times);
        begin(ROW).add(event.ordinal()).add(table).add(key).add(sequence).add(micros);
        return isLong();
    }

    synchronized boolean addStreamRows(int stream, String name, long sequence, long rows, long micros) {
        begin(STREAM_ROWS).add(stream).add(name).add(sequence).add(rows).add(micros);
        return isLong();
    }

    /** The caller adds the report in the same critical section. */
    private void addTimes(ChangeTimes times) {
        if (!times.isEmpty()) {
            begin(TIMES).add(times.sourceMicros()).add(times.envelopeMicros()).add(times.recordMicros());
        }
    }

    @Override
    void deliver(int kind, Entries from, Receiver to) {
        switch (kind) {
            case UNREADABLE -> to.unreadable(from.number(), from.number() != 0, from.text());
            case GTID -> to.gtid(from.number(), from.number(), from.text(), from.number(), from.number());
            case POSITION -> to.position(from.text(), from.number(), from.number());
            case ROW -> to.row(ROW_EVENTS[(int) from.number()], from.text(), from.text(), from.number(), from.number());
            case TIMES -> to.times(new ChangeTimes(from.number(), from.number(), from.number()));
            default -> to.streamRows((int) from.number(), from.text(), from.number(), from.number(), from.number());
        }
    }
}
