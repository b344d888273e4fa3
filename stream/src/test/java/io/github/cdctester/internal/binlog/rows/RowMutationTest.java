// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.github.cdctester.internal.binlog.event.BodyFeed;
import io.github.cdctester.internal.binlog.event.CapturedStream;
import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.EventKind;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Events with a few changed bytes are either counted, or rejected with a protocol exception. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
public class RowMutationTest {

    private static final int MUTATION_COUNT = 20_000;

    private long rows;

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.CountedRows#streams")
    void countsOrThrowsProtocolException(CapturedStream stream) {
        List<byte[]> events = CountedRows.events(stream).stream()
                .filter(event -> event.length < 40_000)
                .filter(event -> event[4] == EventKind.TABLE_MAP || RowEventType.of(event[4] & 0xFF) != null)
                .toList();
        RowCounter counter = new RowCounter(new RowSum());
        BodyFeed feed = new BodyFeed(counter, 4);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytesBefore =
                threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        int rejectedCount = 0;
        for (long seed = 0; seed < MUTATION_COUNT; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int index = random.nextInt(events.size());
            // a table map and an event, one of which is changed
            byte[] tableMap = events.get(Math.max(0, index - 1));
            boolean changesTable = random.nextInt(4) == 0;
            if (!isAccepted(feed, changesTable ? mutate(tableMap, random) : tableMap, random, seed)) {
                rejectedCount++;
            }
            if (!isAccepted(feed, changesTable ? events.get(index) : mutate(events.get(index), random), random, seed)) {
                rejectedCount++;
            }
        }
        long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - bytesBefore;
        assertThat(rejectedCount).isBetween(MUTATION_COUNT / 100, MUTATION_COUNT);
        assertThat(rows).isPositive();
        // memory for copies of events and for tables, but not for claimed lengths
        assertThat(allocated / MUTATION_COUNT).isLessThan(200_000);
    }

    @ParameterizedTest
    @MethodSource("io.github.cdctester.internal.binlog.rows.CountedRows#streams")
    void readsNothingPastEvent(CapturedStream stream) {
        List<byte[]> events = CountedRows.events(stream).stream()
                .filter(event -> event.length < 40_000)
                .filter(event -> event[4] == EventKind.TABLE_MAP || RowEventType.of(event[4] & 0xFF) != null)
                .toList();
        BodyFeed feed = new BodyFeed(new RowChanges(new CellReader()), 4);
        int rejectedCount = 0;
        for (long seed = 0; seed < MUTATION_COUNT; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int index = random.nextInt(events.size());
            boolean changesTable = random.nextInt(4) == 0;
            byte[] tableMap = events.get(Math.max(0, index - 1));
            rejectedCount += isAccepted(feed, changesTable ? mutate(tableMap, random) : tableMap, random, seed) ? 0 : 1;
            byte[] event = events.get(index);
            rejectedCount += isAccepted(feed, changesTable ? event : mutate(event, random), random, seed) ? 0 : 1;
        }
        assertThat(rejectedCount).isBetween(MUTATION_COUNT / 100, MUTATION_COUNT);
        assertThat(rows).isPositive();
    }

    private static boolean isAccepted(BodyFeed feed, byte[] event, SplittableRandom random, long seed) {
        int firstCut = random.nextInt(EventFramer.HEADER_BYTES, event.length);
        int secondCut = random.nextInt(firstCut, event.length);
        try {
            feed.event(event, firstCut, secondCut);
            return true;
        } catch (StreamProtocolException e) {
            return false;
        } catch (RuntimeException e) {
            return fail("seed " + seed, e);
        }
    }

    private static byte[] mutate(byte[] event, SplittableRandom random) {
        byte[] mutatedEvent = event.clone();
        for (int changes = 1 + random.nextInt(6); changes > 0; changes--) {
            // mostly near the start, which contains the column definitions
            int limit = random.nextBoolean() ? Math.min(mutatedEvent.length, 80) : mutatedEvent.length;
            int offset = random.nextInt(EventFramer.HEADER_BYTES, limit);
            mutatedEvent[offset] =
                    (byte) (random.nextBoolean() ? random.nextInt(256) : mutatedEvent[offset] ^ 1 << random.nextInt(8));
        }
        return mutatedEvent;
    }

    private final class CellReader implements RowChangeSink {
        private final RowCells cells = new RowCells();

        @Override
        public boolean accepts(RowTable table) {
            return true;
        }

        @Override
        public int onRow(RowTable table, RowKind kind, ByteBuffer buffer, int offset, int end) {
            rows++;
            int next = cells.read(table, buffer, offset, end);
            if (next >= 0 && kind == RowKind.UPDATE) {
                next = cells.read(table, buffer, next, end);
            }
            assertThat(next).isLessThanOrEqualTo(end);
            assertThat(next == -1 || next > offset).isTrue();
            return next;
        }

        @Override
        public void onUnreadable(String table, String reason) {
            assertThat(reason).isNotEmpty();
        }
    }

    private final class RowSum implements RowSink {
        @Override
        public void onRows(String table, RowKind kind, long count) {
            rows += count;
        }

        @Override
        public void onUnknownRows(int type, long bytes) {
            assertThat(bytes).isPositive();
        }
    }
}
