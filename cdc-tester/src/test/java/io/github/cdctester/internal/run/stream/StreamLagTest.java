// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.MeteredStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Also tests the time between two queries of the log's end. */
class StreamLagTest {

    private static final String FILE = "binlog.000001";
    private static final int XID = 16;
    private static final long SECOND_MICROS = 1_000_000;

    private final BinlogMeter meter = new BinlogMeter(DelaySource.EVENT_HEADER);
    private long nowMicros = 100 * SECOND_MICROS;
    private final StreamLag lag = new StreamLag(meter, () -> nowMicros);

    private long committedHeartbeats;

    /** Sent one second apart, from 100 s. The writer stores the last 10 send times. */
    private long sentMicros(long number) {
        long storedNumber = Math.max(number, committedHeartbeats - 9);
        return number > committedHeartbeats ? Long.MAX_VALUE : (100 + storedNumber) * SECOND_MICROS;
    }

    private MeteredStream.Backlog backlog() {
        return lag.backlog(this::sentMicros);
    }

    private void recordRead(long bytes, String file, long offset) {
        meter.event(XID, bytes);
        meter.outsideTransaction();
        meter.readEnd(file, offset, nowMicros);
    }

    private void recordHeartbeat(long number) {
        meter.heartbeatEnd(number, sentMicros(number), nowMicros);
        meter.readEnd(FILE, 200, nowMicros);
    }

    private void recordLogEnd(String file, long offset, long distance) throws IOException {
        lag.recordLogEnd(new LogPosition(file, offset), 0, (from, to) -> distance);
    }

    @Test
    void isUnknownBeforeFirstQuery() {
        recordRead(196, FILE, 200);
        assertThat(lag.progress()).isEqualTo(new LogProgress(196, 196, Goal.UNKNOWN, Long.MAX_VALUE));
        assertThat(lag.progress().isEndKnown()).isFalse();
        assertThat(lag.progress().loggedBytes()).isEqualTo(Goal.UNKNOWN);
    }

    @Test
    void bytesReadAfterQueryReduceLag() throws IOException {
        recordRead(196, FILE, 200);
        recordLogEnd(FILE, 1_000, 800);
        nowMicros += 40_000;
        assertThat(lag.progress()).isEqualTo(new LogProgress(196, 196, 800, 40_000));
        recordRead(500, FILE, 700);
        assertThat(lag.progress().behindBytes()).isEqualTo(300);
        assertThat(lag.progress().loggedBytes()).isEqualTo(996);
        recordRead(300, FILE, 1_000);
        assertThat(lag.progress().behindBytes()).isZero();
        recordRead(400, FILE, 1_400);
        assertThat(lag.progress().loggedBytes())
                .as("the log is at least as long as the bytes that were read")
                .isEqualTo(1_396);
    }

    @Test
    void isZeroOnlyAtEndPosition() throws IOException {
        recordRead(196, FILE, 200);
        recordLogEnd("binlog.000002", 300, 600);
        recordRead(600, "binlog.000002", 296);
        assertThat(lag.progress().behindBytes()).isOne();
        recordRead(4, "binlog.000002", 300);
        assertThat(lag.progress().behindBytes()).isZero();
    }

    @Test
    void usesPositionIfSizesAreUnknown() throws IOException {
        recordRead(196, FILE, 200);
        recordLogEnd(FILE, 1_000, Goal.UNKNOWN);
        assertThat(lag.progress().isEndKnown()).isFalse();
        recordRead(800, FILE, 1_000);
        assertThat(lag.progress().behindBytes()).isZero();
        lag.setUnknown();
        assertThat(lag.progress().isEndKnown()).isFalse();
    }

    /** With one end per query, the stored ends would cover only 13 s of a backlog. */
    @Test
    void frequentQueriesStoreOneEndPerSecond() throws IOException {
        recordRead(196, FILE, 200);
        for (int tenth = 1; tenth <= 1_000; tenth++) {
            nowMicros += SECOND_MICROS / 10;
            recordLogEnd(FILE, 200 + tenth, tenth);
        }
        recordRead(500, FILE, 700);
        assertThat(backlog().unreadMicros()).isBetween(49 * SECOND_MICROS, 50 * SECOND_MICROS);
        assertThat(backlog().behindBytes()).as("the last reported distance").isEqualTo(1_000);
    }

    /** In a growing log, the end has also moved since the last query. */
    @Test
    void backlogShrinksBetweenQueriesOnlyIfLogDoesNotGrow() throws IOException {
        recordRead(196, FILE, 200);
        recordLogEnd(FILE, 1_000, 800);
        recordRead(300, FILE, 500);
        assertThat(backlog().behindBytes()).isEqualTo(500);
        recordLogEnd(FILE, 1_000, 500);
        recordRead(400, FILE, 900);
        assertThat(backlog().behindBytes()).isEqualTo(100);
        recordRead(100, FILE, 1_000);
        assertThat(backlog().behindBytes()).isZero();
        recordLogEnd(FILE, 5_000, 4_000);
        recordRead(100, FILE, 1_100);
        assertThat(backlog().behindBytes()).isEqualTo(4_000);
    }

    /** The run has written nothing since the goal was set, so the log did not grow. */
    @Test
    void backlogShrinksBetweenQueriesAfterGoalIsReached() throws IOException {
        recordRead(196, FILE, 200);
        recordLogEnd(FILE, 1_000, 800);
        recordLogEnd(FILE, 5_000, 4_800);
        recordRead(3_800, FILE, 4_000);
        assertThat(backlog().behindBytes()).isEqualTo(4_800);
        lag.onGoalReached();
        assertThat(backlog().behindBytes())
                .as("transactions of other clients after the goal")
                .isEqualTo(1_000);
        recordRead(2_000, FILE, 6_000);
        assertThat(backlog().behindBytes()).isZero();
        recordLogEnd(FILE, 9_000, 3_000);
        assertThat(backlog().behindBytes()).isEqualTo(3_000);
    }

    /** The server may not report the end of its log. */
    @Test
    void ageOfMissingHeartbeatGrows() {
        for (int second = 1; second <= 60; second++) {
            committedHeartbeats = second;
            nowMicros = (100 + second) * SECOND_MICROS;
            assertThat(backlog().unreadMicros()).isEqualTo((second - 1) * SECOND_MICROS);
        }
        recordHeartbeat(57);
        assertThat(backlog().unreadMicros()).isEqualTo(2 * SECOND_MICROS);
        recordHeartbeat(60);
        assertThat(backlog().unreadMicros()).isZero();
        nowMicros += 30 * SECOND_MICROS;
        assertThat(backlog().unreadMicros()).as("no heartbeat is committed").isZero();
        committedHeartbeats = 61;
        assertThat(backlog().unreadMicros()).isEqualTo(29 * SECOND_MICROS);
    }

    @Test
    void addsUpLagOfStreams() {
        LogProgress progress = new LogProgress(10, 8, 5, 100);
        assertThat(progress.plus(new LogProgress(1, 1, 2, 300))).isEqualTo(new LogProgress(11, 9, 7, 300));
        assertThat(progress.plus(new LogProgress(1, 1, Goal.UNKNOWN, 3)).isEndKnown())
                .isFalse();
        assertThat(LogProgress.NONE.plus(progress)).isEqualTo(progress);
    }
}
