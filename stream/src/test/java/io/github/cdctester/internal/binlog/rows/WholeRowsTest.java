// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.event.BodyFeed;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that complete events have the same result as events in pieces, even if an event is invalid. */
class WholeRowsTest {

    private static final int ROUNDS = 10_000;
    private static final int CHECKSUM_BYTES = 4;

    /** The counters soon stop learning patterns if few events are equal. */
    private static final int ROUNDS_PER_COUNTER = 20;

    private final CountedRows wholeTally = new CountedRows();
    private final CountedRows piecesTally = new CountedRows();
    private RowCounter wholeCounter = new RowCounter(wholeTally);
    private BodyFeed piecesFeed = new BodyFeed(new RowCounter(piecesTally), CHECKSUM_BYTES);

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.CountedRows#streams")
    void countsSameAsInPieces(CapturedStream stream) {
        List<byte[]> events = CountedRows.events(stream).stream()
                .filter(event -> event.length < 5_000)
                .filter(event -> event[4] == EventKind.TABLE_MAP || RowEventType.of(event[4] & 0xFF) != null)
                .toList();
        int rejectedCount = 0;
        for (long seed = 0; seed < ROUNDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            if (seed % ROUNDS_PER_COUNTER == 0) {
                wholeCounter = new RowCounter(wholeTally);
                piecesFeed = new BodyFeed(new RowCounter(piecesTally), CHECKSUM_BYTES);
            }
            int offset = random.nextInt(1, events.size());
            byte[] event = events.get(offset);
            byte[] mutated = mutate(event, random);
            byte[][] sequence = {events.get(offset - 1), event, event, mutated, event, mutate(event, random), mutated};
            boolean isWholeAccepted = true;
            boolean piecesAccepted = true;
            // in the longer sequence, the counter learns a pattern from two equal events before the mutated event
            for (byte[] eventBytes : random.nextBoolean() ? sequence : new byte[][] {sequence[0], event, mutated}) {
                isWholeAccepted &= isCountedWhole(eventBytes);
                piecesAccepted &= isCountedInPieces(eventBytes);
            }
            if (isWholeAccepted != piecesAccepted || !wholeTally.rows.equals(piecesTally.rows)) {
                assertThat(isWholeAccepted).as("seed %d", seed).isEqualTo(piecesAccepted);
                assertThat(wholeTally.rows).as("seed %d", seed).isEqualTo(piecesTally.rows);
            }
            rejectedCount += isWholeAccepted ? 0 : 1;
        }
        assertThat(wholeTally.unknownEvents).isEqualTo(piecesTally.unknownEvents);
        assertThat(wholeTally.rows).isNotEmpty();
        assertThat(rejectedCount).isPositive();
    }

    private boolean isCountedWhole(byte[] event) {
        // the buffer ends with the event, so that a read past the event throws
        ByteBuffer buffer = ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN);
        try {
            wholeCounter.completeEvent(buffer, 0, event[4] & 0xFF, event.length, CHECKSUM_BYTES);
            return true;
        } catch (StreamProtocolException e) {
            return false;
        }
    }

    private boolean isCountedInPieces(byte[] event) {
        try {
            piecesFeed.event(event, EventFramer.HEADER_BYTES);
            return true;
        } catch (StreamProtocolException e) {
            return false;
        }
    }

    /** Most of the one to three changed bytes are before the first row. */
    private static byte[] mutate(byte[] event, SplittableRandom random) {
        byte[] mutated = event.clone();
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int limit = random.nextInt(4) > 0 ? Math.min(mutated.length, 48) : mutated.length;
            int offset = random.nextInt(EventFramer.HEADER_BYTES, limit);
            mutated[offset] =
                    (byte) (random.nextBoolean() ? random.nextInt(256) : mutated[offset] ^ 1 << random.nextInt(8));
        }
        return mutated;
    }
}
