// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.StatementTally.ChangedRows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests stamps (the sequence numbers that writers put into rows), and the reports of stamped rows. */
final class StampsTest {

    private static final long NOW_MICROS = 1_800_000_000_000_000L;

    private final List<String> reports = new ArrayList<>();
    private final Stamps stamps = new Stamps(
            new Stamps.Sink() {
                @Override
                public void onStamped(long sequence, long rows) {
                    reports.add(sequence + "x" + rows);
                }

                @Override
                public void onUnknown(long sequence) {
                    reports.add(sequence + "?");
                }
            },
            NOW_MICROS);

    @Test
    void reportsNumberOfStampedRowsPerCommit() {
        StatementTally tally = new StatementTally(stamps.writer(null));
        long first = tally.stamp();
        tally.inserted("t", 1);
        tally.updated("t", 2);
        tally.deleted("t", 5);
        tally.updated("t", 0);
        assertThat(tally.stamp()).isEqualTo(first);
        tally.onCommit();
        assertThat(tally.stamp()).isEqualTo(first + 1);
        tally.inserted("t", 1);
        tally.onRollback();
        tally.inserted("t", 1);
        tally.onUnknownOutcome();
        tally.deleted("t", 1);
        tally.onCommit();
        assertThat(tally.stamp()).isEqualTo(first + 4);
        assertThat(reports).containsExactly(first + "x3", first + 2 + "?");
    }

    @Test
    void recognizesStampByTimeOfRun() {
        stamps.writer(null);
        long stamp = stamps.writer(null).sequence();

        assertThat(Stamps.isOfRunAt(stamp, NOW_MICROS)).isTrue();
        assertThat(Stamps.isOfRunAt(stamp, NOW_MICROS + 6L * 86_400_000_000L)).isTrue();
        assertThat(Stamps.isOfRunAt(stamp, NOW_MICROS + 8L * 86_400_000_000L)).isFalse();
        assertThat(Stamps.isOfRunAt(stamp, NOW_MICROS - 5_000_000)).isFalse();
        assertThat(Stamps.isOfRunAt(17, NOW_MICROS)).as("a counter").isFalse();
        assertThat(Stamps.isOfRunAt(NOW_MICROS - 1_000, NOW_MICROS))
                .as("a time in µs")
                .isFalse();
    }

    /** The seconds in stamps begin again at 0 on 2034-07-04. */
    @ParameterizedTest
    @ValueSource(
            strings = {"2027-01-01T00:00:00Z", "2034-07-03T20:00:00Z", "2034-07-05T00:00:00Z", "2036-01-01T00:00:00Z"})
    void recognizesStampInEachYear(String start) {
        Instant startTime = Instant.parse(start);
        long seconds = Duration.between(Instant.parse("2026-01-01T00:00:00Z"), startTime)
                .toSeconds();
        long stamp = seconds % (1L << 28) << 17;
        long startMicros = startTime.getEpochSecond() * 1_000_000;

        assertThat(Stamps.isOfRunAt(stamp, startMicros)).isTrue();
        assertThat(Stamps.isOfRunAt(stamp, startMicros + 6L * 86_400_000_000L)).isTrue();
        assertThat(Stamps.isOfRunAt(stamp, startMicros + 8L * 86_400_000_000L)).isFalse();
        assertThat(Stamps.isOfRunAt(stamp, startMicros - 5_000_000)).isFalse();
    }

    @Test
    void writersHaveDifferentStamps() {
        long firstStamp = stamps.writer(null).sequence();
        long secondStamp = stamps.writer(null).sequence();
        Stamps laterRun = new Stamps(Stamps.NO_SINK, NOW_MICROS + 1_000_000);
        assertThat(Stamps.writer(firstStamp)).isZero();
        assertThat(Stamps.writer(secondStamp)).isOne();
        assertThat(stamps.isOfAnotherRun(firstStamp)).isFalse();
        assertThat(laterRun.isOfAnotherRun(firstStamp)).isTrue();
        assertThat(stamps.isOfAnotherRun(laterRun.writer(null).sequence())).isTrue();
        assertThat(new StatementTally().stamp()).isZero();
    }

    /** Tests runs that start at the same time, a second apart, or after the clock was set back. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1_000_000, -1, -5_000_000})
    void runsHaveDifferentStamps(long stepMicros) {
        Set<Long> numbers = new HashSet<>();
        for (int run = 0; run < 100; run++) {
            Stamps runStamps = new Stamps(Stamps.NO_SINK, NOW_MICROS + run * stepMicros);
            for (int writer = 0; writer < 2; writer++) {
                StatementTally tally = new StatementTally(runStamps.writer(null));
                for (int i = 0; i < 2; i++) {
                    assertThat(numbers.add(tally.stamp())).isTrue();
                    assertThat(runStamps.isOfAnotherRun(tally.stamp())).isFalse();
                    tally.onCommit();
                }
            }
        }
    }

    @Test
    void simultaneousTestersHaveDifferentStamps() {
        Stamps other = new Stamps(Stamps.NO_SINK, NOW_MICROS);
        stamps.chooseLayout(8, 1_001);
        other.chooseLayout(8, 1_003);
        long otherStamp = other.writer(null).sequence();
        assertThat(stamps.isOfAnotherRun(otherStamp)).isTrue();
        assertThat(other.isOfAnotherRun(stamps.writer(null).sequence())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 33, 40, 1_000, 8_192, 10_000, 32_768, 40_000})
    void staysBelowTwoToThe53(int threads) {
        long nowMicros = 2_000_000_000_000_000L; // in 2033
        Stamps newStamps = new Stamps(Stamps.NO_SINK, nowMicros);
        newStamps.chooseLayout(threads, Long.MAX_VALUE);
        int writers = Math.min(threads, 32_768);
        Stamps.ReservedNumbers reserved = newStamps.reserve(writers - 1);
        ChangedRows last = newStamps.writer(null);
        ChangedRows remoteStamp = writers == 1 ? last : new Stamps(Stamps.NO_SINK, reserved).writer(null);
        assertThat(last.sequence()).isPositive().isLessThan(1L << 53);
        assertThat(Stamps.writer(last.sequence())).isEqualTo(writers - 1);
        assertThat(Stamps.writer(remoteStamp.sequence())).isEqualTo(writers == 1 ? 0 : reserved.firstWriter());
        long before = last.sequence();
        last.onCommit();
        assertThat(last.sequence()).isGreaterThan(before);
        assertThat(Stamps.writer(last.sequence())).isEqualTo(writers - 1);
        assertThat(Stamps.isOfRunAt(last.sequence(), nowMicros)).isTrue();
    }

    @Test
    void limitsNumberOfWriters() {
        Stamps newStamps = new Stamps(Stamps.NO_SINK, NOW_MICROS);
        newStamps.chooseLayout(1, 7);
        for (int writer = 0; writer < 8; writer++) {
            newStamps.writer(null);
        }
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> newStamps.writer(null))
                .withMessage("rows have stamps of at most 8 workers in this run, and there are more");
        assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> newStamps.reserve(1));
    }

    @Test
    void failedReservationUsesNoNumbers() {
        Stamps newStamps = new Stamps(Stamps.NO_SINK, NOW_MICROS);
        newStamps.chooseLayout(1, 7);
        assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> newStamps.reserve(9));
        assertThat(newStamps.reserve(8).firstWriter()).isZero();
        assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> newStamps.writer(null));
        assertThatExceptionOfType(RunFailedException.class).isThrownBy(() -> newStamps.reserve(1));
    }

    /** Consumers may report any number as a stamp. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 1L << 53, 1L << 60, 0x7fff_ffff_ffff_0000L, Long.MAX_VALUE, -1})
    void returnsWriterForAnyNumber(long number) {
        assertThat(Stamps.writer(number)).isBetween(0L, 32_767L);
        assertThat(stamps.isOfAnotherRun(number)).isTrue();
        assertThat(Stamps.isOfRunAt(number, NOW_MICROS)).isFalse();
    }
}
