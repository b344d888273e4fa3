// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.cdctester.internal.binlog.Allocations;
import io.github.cdctester.internal.binlog.event.BodyFeed;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that row events in pieces have the same result as complete row events. */
public class RowsFuzz {

    private static final int MAX_SEED_BYTES = 3 * 1024;

    /** The input repeats: event length (2 bytes), two cuts (1 byte each), event. */
    @MethodSource("seeds")
    @FuzzTest(maxDuration = "")
    void countsSameForAnyDivision(byte[] input) {
        check(input);
    }

    public static void check(byte[] input) {
        List<byte[]> events = new ArrayList<>();
        List<int[]> cuts = new ArrayList<>();
        ByteBuffer unread = ByteBuffer.wrap(input).order(ByteOrder.LITTLE_ENDIAN);
        while (unread.remaining() >= 4 + EventFramer.HEADER_BYTES) {
            int length = unread.getShort() & 0xFFFF;
            int firstCut = unread.get() & 0xFF;
            int secondCut = unread.get() & 0xFF;
            byte[] event = new byte[Math.max(EventFramer.HEADER_BYTES, Math.min(length, unread.remaining()))];
            unread.get(event);
            events.add(event);
            int begin = EventFramer.HEADER_BYTES + firstCut * (event.length - EventFramer.HEADER_BYTES) / 255;
            cuts.add(new int[] {begin, begin + secondCut * (event.length - begin) / 255});
        }
        String completeResult = Allocations.runBounded(input.length, () -> countComplete(events));
        assertThat(countDivided(events, cuts)).isEqualTo(completeResult);
    }

    static Stream<byte[]> seeds() {
        return CountedRows.streams().flatMap(RowsFuzz::seedsOf);
    }

    private static Stream<byte[]> seedsOf(CapturedStream stream) {
        Stream.Builder<byte[]> seeds = Stream.builder();
        ByteArrayOutputStream eventSequence = new ByteArrayOutputStream();
        for (byte[] event : CountedRows.events(stream)) {
            int bytes = event.length - stream.checksumBytes();
            if (!isTableMapOrRowEvent(event) || bytes > MAX_SEED_BYTES) {
                continue;
            }
            if (event[4] == EventKind.TABLE_MAP && eventSequence.size() + bytes > MAX_SEED_BYTES / 2) {
                seeds.add(eventSequence.toByteArray());
                eventSequence.reset();
            }
            eventSequence.writeBytes(new byte[] {(byte) bytes, (byte) (bytes >> 8), 40, (byte) 128});
            eventSequence.write(event, 0, bytes);
        }
        return seeds.add(eventSequence.toByteArray()).build().limit(40);
    }

    private static boolean isTableMapOrRowEvent(byte[] event) {
        return event[4] == EventKind.TABLE_MAP || RowEventType.of(event[4] & 0xFF) != null;
    }

    private static String countComplete(List<byte[]> events) {
        CountedRows tally = new CountedRows();
        RowCounter counter = new RowCounter(tally);
        for (byte[] event : events) {
            ByteBuffer buffer = ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN);
            try {
                if (counter.accepts(event[4] & 0xFF)) {
                    counter.completeEvent(buffer, 0, event[4] & 0xFF, event.length, 0);
                }
            } catch (StreamProtocolException e) {
                // an invalid event ends the input
                return result(tally, e);
            }
        }
        return result(tally, null);
    }

    private static String countDivided(List<byte[]> events, List<int[]> cuts) {
        CountedRows tally = new CountedRows();
        BodyFeed feed = new BodyFeed(new RowCounter(tally), 0);
        for (int i = 0; i < events.size(); i++) {
            byte[] event = events.get(i);
            if (event[4] == EventKind.FORMAT_DESCRIPTION) {
                continue; // it would change the checksum length of later events
            }
            try {
                feed.event(event, cuts.get(i));
            } catch (StreamProtocolException e) {
                return result(tally, e);
            }
        }
        return result(tally, null);
    }

    private static String result(CountedRows tally, @Nullable StreamProtocolException rejection) {
        // if an event has two faults, the division determines which fault is reported
        return tally.rows + " " + tally.unknownEvents + (rejection == null ? "" : " refused");
    }
}
