// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.RecordingSink;
import io.github.cdctester.internal.binlog.StreamPlayer;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeartbeatWatchTest {

    private static final HeartbeatRow ROW = new HeartbeatRow("cdc", "heartbeat");

    /** The type has the code 39. Both images end with the two BIGINTs; the second image begins with its options. */
    private static EventBytes partialUpdate(long sequence, long sentMicros) {
        return EventBytes.of(
                EventKind.PARTIAL_UPDATE_ROWS,
                EventBytes.littleEndian(55)
                        .putLong(39, sequence)
                        .putLong(47, sentMicros)
                        .array());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void recognizesPartialUpdatesInStream(int heartbeats) throws IOException {
        RecordingSink sink = new RecordingSink();
        TransactionTracker tracker = new TransactionTracker(sink, DelaySource.HEARTBEAT, 0, 4, ROW);
        for (int number = 1; number <= heartbeats; number++) {
            new StreamPlayer(tracker, 1 << 16)
                    .play(
                            new PacketBytes()
                                    .events(
                                            EventBytes.gtid(number),
                                            EventBytes.query("BEGIN"),
                                            EventBytes.tableMap("cdc", "heartbeat"),
                                            partialUpdate(40 + number, 1_800_000_000_000_000L + number),
                                            EventBytes.xid())
                                    .bytes(),
                            () -> Integer.MAX_VALUE);
        }
        assertThat(sink.calls.stream().filter(call -> call.startsWith("heartbeat")))
                .hasSize(heartbeats)
                .contains("heartbeat 41 sent 1800000000000001")
                .contains("heartbeat " + (40 + heartbeats) + " sent " + (1_800_000_000_000_000L + heartbeats));
    }

    @Test
    void recognizesPartialUpdateInPayload() {
        HeartbeatWatch watch = new HeartbeatWatch(ROW);
        assertThat(watch.accepts(EventKind.PARTIAL_UPDATE_ROWS)).isTrue();
        complete(watch, EventBytes.tableMap("cdc", "heartbeat"));
        complete(watch, partialUpdate(41, 1_800_000_000_000_000L));
        assertThat(watch.sequence()).isEqualTo(41);
        assertThat(watch.sentMicros()).isEqualTo(1_800_000_000_000_000L);
    }

    @Test
    void partialUpdateOfOtherTableIsNoHeartbeat() {
        HeartbeatWatch watch = new HeartbeatWatch(ROW);
        complete(watch, EventBytes.tableMap("cdc", "other"));
        complete(watch, partialUpdate(41, 1_800_000_000_000_000L));
        assertThat(watch.sequence()).isEqualTo(HeartbeatWatch.NONE);
    }

    private static void complete(HeartbeatWatch watch, EventBytes event) {
        watch.completeEvent(event.buffer(), 0, event.type(), event.length(), 4);
    }
}
