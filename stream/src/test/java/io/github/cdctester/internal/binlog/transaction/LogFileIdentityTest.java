// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.transaction;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.RecordingSink;
import io.github.cdctester.internal.binlog.StreamPlayer;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.PacketBytes;
import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogFileIdentityTest {

    private static final long CREATED_SECONDS = 1_795_357_995;

    private final TransactionTracker tracker = StreamPlayer.tracker(new RecordingSink(), 4);

    @BeforeEach
    void readFirstFile() throws IOException {
        tracker.rejectRecreatedLog();
        tracker.onDumpBegin(false, false, 4);
        play("binlog.000001", 4, 127, CREATED_SECONDS);
        tracker.discardInFlight();
        tracker.onDumpBegin(false, false, 4);
    }

    @Test
    void continuesInSameAndNextFile() throws IOException {
        play("binlog.000001", 127, 0, CREATED_SECONDS);
        play("binlog.000002", 4, 127, CREATED_SECONDS + 7);
        tracker.onDumpBegin(true, false, 4);
        play("binlog.000002", 127, 127, CREATED_SECONDS + 7);
    }

    @Test
    void rejectsRecreatedFileOfSameName() {
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> play("binlog.000001", 127, 0, CREATED_SECONDS + 1))
                .withMessageContaining("the log was recreated")
                .withMessageContaining("binlog.000001 was begun at 2026-11-22T14:33:16Z");
    }

    @Test
    void ignoresFilesWithoutTime() throws IOException {
        play("binlog.000001", 127, 0, 0);
    }

    @Test
    void ignoresFilesOfOtherServer() throws IOException {
        tracker.serverChanged(0);
        tracker.onDumpBegin(true, true, 4);
        play("binlog.000001", 4, 127, CREATED_SECONDS + 1);
    }

    private void play(String file, long from, long formatEndsAt, long seconds) throws IOException {
        byte[] packets = new PacketBytes()
                .events(
                        EventBytes.fakeRotate(file, from),
                        EventBytes.formatDescription().endingAt(formatEndsAt).with(seconds, 0))
                .bytes();
        new StreamPlayer(tracker, 1 << 16).play(packets, () -> Integer.MAX_VALUE);
    }
}
