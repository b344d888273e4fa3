// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Two GTID_TAGGED events of a replica of MySQL 9.7.4, without header and checksum. */
class TaggedReplicaTest {

    private static final String COMMITTED_ON_SOURCE = "028200000002168903ad0296b103290322c50369024404f1030000000204"
            + "040606617070082c0a300c7fbec88c3b7f61060e7f33c58c3b7f61061039041283120b";
    private static final String COMMITTED_ON_REPLICA = "026e000000021a36b903f4b103290322c503fd023a04f103000000020404"
            + "060661707008340a380c7f2d029d3b7f61061021041283120b";

    @Test
    void readsOriginalCommitTime() throws IOException {
        RecordingSink sink = new RecordingSink();
        TransactionTracker tracker = StreamPlayer.tracker(sink, 4);
        tracker.onDumpBegin(false, false, 4);
        PacketBytes packets = new PacketBytes()
                .events(
                        EventBytes.fakeRotate("binlog.000002", 4),
                        EventBytes.formatDescription().endingAt(127));
        for (String body : new String[] {COMMITTED_ON_SOURCE, COMMITTED_ON_REPLICA}) {
            packets.events(
                    EventBytes.of(EventKind.GTID_TAGGED, HexFormat.of().parseHex(body)),
                    EventBytes.query("BEGIN"),
                    EventBytes.xid());
        }
        new StreamPlayer(tracker, 1 << 16).play(packets.bytes(), () -> Integer.MAX_VALUE);

        assertThat(sink.commitMicros).containsExactly(1_796_048_948_086_974L, 1_796_048_949_150_253L);
        assertThat(sink.originalMicros).containsExactly(1_796_048_948_086_067L, BinlogSink.UNKNOWN_MICROS);
    }
}
