// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.HeartbeatRow;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import io.github.cdctester.internal.binlog.transaction.TransactionTracker;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** MariaDB compresses heartbeats if {@code log_bin_compress_min_len} is small. */
class CompressedHeartbeatTest {

    private final RecordingSink sink = new RecordingSink();
    private final TransactionTracker tracker =
            new TransactionTracker(sink, DelaySource.HEARTBEAT, 0, 4, new HeartbeatRow("t", "heartbeat"));

    @Test
    void recognizesHeartbeatsInEveryRowImage() throws IOException {
        CapturedStream stream = CapturedStream.load("mariadb-10.11-compressed-heartbeats");
        new StreamPlayer(tracker, 1 << 20).playToEnd(stream.bytes(), () -> 100);
        List<String> heartbeats =
                sink.calls.stream().filter(call -> call.startsWith("heartbeat")).toList();
        assertThat(heartbeats)
                .containsExactly(
                        "heartbeat 1 sent 1795250967554061",
                        "heartbeat 2 sent 1795250967554062",
                        "heartbeat 3 sent 1795250967554063");
    }

    @Test
    void findsNoHeartbeatInGarbage() throws IOException {
        for (int type : new int[] {167, 170}) {
            for (int length = 0; length < 700; length += 7) {
                byte[] body = new byte[length];
                Arrays.fill(body, (byte) 0x81);
                play(EventBytes.mariaDbGtid(0), EventBytes.tableMap("t", "heartbeat"), EventBytes.of(type, body));
                play(EventBytes.xid());
                play(EventBytes.mariaDbGtid(0), EventBytes.tableMap("t", "heartbeat"), EventBytes.of(type, length));
                play(EventBytes.xid());
            }
        }
        assertThat(sink.calls).noneMatch(call -> call.startsWith("heartbeat")).contains("transaction");
    }

    private void play(EventBytes... events) throws IOException {
        new StreamPlayer(tracker, 1 << 16).play(new PacketBytes().events(events).bytes(), () -> Integer.MAX_VALUE);
    }
}
