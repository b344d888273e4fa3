// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.internal.binlog.StreamPlayer;
import io.github.cdctester.internal.binlog.rows.CountedRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

public class ChecksumCheckTest {

    private static final int ARTIFICIAL_BIT = 17 * 8 + 5;

    private final ChecksumCheck check = new ChecksumCheck();

    static Stream<CapturedStream> streams() {
        return Stream.concat(CapturedStream.all(), CountedRows.streams());
    }

    @ParameterizedTest
    @MethodSource("streams")
    void verifiesAllEventsOfTheLog(CapturedStream stream) throws IOException {
        long expected = 0;
        EventHeader header = new EventHeader();
        for (byte[] event : CountedRows.events(stream)) {
            header.read(ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN), 0, event.length, 0);
            boolean isHeartbeat = header.type() == EventKind.HEARTBEAT || header.type() == EventKind.HEARTBEAT_V2;
            expected += header.isArtificial() || isHeartbeat ? 0 : 1;
        }
        new BodyFeed(check, stream.checksumBytes())
                .play(stream.bytes(), ByteBuffer.allocateDirect(1 << 20), () -> Integer.MAX_VALUE);
        assertThat(check.verifiedEvents()).isEqualTo(stream.checksumBytes() == 0 ? 0 : expected);
        SplittableRandom random = new SplittableRandom(3);
        ChecksumCheck cutCheck = new ChecksumCheck();
        new BodyFeed(cutCheck, stream.checksumBytes())
                .play(
                        stream.bytes(),
                        ByteBuffer.allocate(StreamPlayer.MIN_BUFFER_BYTES),
                        () -> random.nextInt(1, 3_000));
        assertThat(cutCheck.verifiedEvents()).isEqualTo(check.verifiedEvents());
    }

    @Test
    void detectsEachChangedBit() throws IOException {
        byte[] event = EventBytes.query("INSERT INTO t VALUES (1)").bytes();
        BodyFeed feed = new BodyFeed(check, 4);
        SplittableRandom random = new SplittableRandom(11);
        for (int bit = 0; bit < 8 * event.length; bit++) {
            if (bit / 8 == 4 || bit == ARTIFICIAL_BIT) {
                continue; // the change might turn the event into a kind that is not checked
            }
            byte[] changedEvent = event.clone();
            changedEvent[bit / 8] ^= (byte) (1 << bit % 8);
            int firstCut = random.nextInt(EventFramer.HEADER_BYTES, event.length);
            int secondCut = random.nextInt(firstCut, event.length);
            assertThatThrownBy(() -> feed.event(changedEvent, firstCut, secondCut))
                    .as("bit %d", bit)
                    .isInstanceOf(StreamProtocolException.class)
                    .hasMessageContaining("checksum ")
                    .hasMessageContaining("QUERY of " + event.length + " bytes");
            feed.event(event, firstCut, secondCut);
        }
        assertThat(check.verifiedEvents()).isEqualTo(8L * event.length - 9);
    }

    @Test
    void skipsArtificialEvents() throws IOException {
        BodyFeed feed = new BodyFeed(check, 4);
        byte[] rotate = EventBytes.fakeRotate("binlog.000001", 4).bytes();
        rotate[rotate.length - 1]++;
        feed.event(rotate);
        byte[] heartbeat = EventBytes.of(EventKind.HEARTBEAT, 20).endingAt(500).bytes();
        heartbeat[heartbeat.length - 1]++;
        feed.event(heartbeat);
        assertThat(check.verifiedEvents()).isZero();
    }

    @Test
    void acceptsFormatDescriptionOfOpenLog() throws IOException {
        byte[] event = EventBytes.formatDescription().bytes();
        event[17] |= 1;
        BodyFeed feed = new BodyFeed(check, 4);
        feed.event(event);
        feed.event(event, 40);
        assertThat(check.verifiedEvents()).isEqualTo(2);
    }

    @Test
    void rejectsEventTooShortForChecksum() {
        byte[] event = EventBytes.of(EventKind.XID, 3).withoutChecksum().bytes();
        assertThatThrownBy(() -> new BodyFeed(check, 4).event(event)).isInstanceOf(StreamProtocolException.class);
    }
}
