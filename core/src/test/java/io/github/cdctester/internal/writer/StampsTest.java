// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.workload.StatementTally;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The numbers that writers put into rows, and what is told of them. */
final class StampsTest {

    private static final long NOW = 1_800_000_000_000_000L;

    private final List<String> told = new ArrayList<>();
    private final Stamps stamps = new Stamps(
            new Stamps.Sink() {
                @Override
                public void stamped(long sequence, long rows) {
                    told.add(sequence + "x" + rows);
                }

                @Override
                public void unknown(long sequence) {
                    told.add(sequence + "?");
                }
            },
            NOW);

    @Test
    void tellsHowManyRowsOfEachCommitHaveItsNumber() {
        StatementTally tally = new StatementTally(stamps.writer(null));
        long first = tally.stamp();
        tally.inserted("t", 1);
        tally.updated("t", 2);
        tally.deleted("t", 5);
        tally.updated("t", 0);
        assertThat(tally.stamp()).isEqualTo(first);
        tally.logged();
        assertThat(tally.stamp()).isEqualTo(first + 1);
        tally.inserted("t", 1);
        tally.undone();
        tally.inserted("t", 1);
        tally.unknown();
        tally.deleted("t", 1);
        tally.logged();
        assertThat(tally.stamp()).isEqualTo(first + 4);
        assertThat(told).containsExactly(first + "x3", first + 2 + "?");
    }

    @Test
    void tellsANumberWithTheTimeOfItsRunFromOthers() {
        stamps.writer(null);
        long stamp = stamps.writer(null).sequence();

        assertThat(Stamps.isOfRunAt(stamp, NOW)).isTrue();
        assertThat(Stamps.isOfRunAt(stamp, NOW + 6L * 86_400_000_000L)).isTrue();
        assertThat(Stamps.isOfRunAt(stamp, NOW + 8L * 86_400_000_000L)).isFalse();
        assertThat(Stamps.isOfRunAt(stamp, NOW - 5_000_000)).isFalse();
        assertThat(Stamps.isOfRunAt(17, NOW)).as("a counter").isFalse();
        assertThat(Stamps.isOfRunAt(NOW - 1_000, NOW)).as("two times").isFalse();
    }

    @Test
    void givesEachWriterNumbersOfItsOwnThatAscendOverRuns() {
        long one = stamps.writer(null).sequence();
        long other = stamps.writer(null).sequence();
        Stamps later = new Stamps(
                new Stamps.Sink() {
                    @Override
                    public void stamped(long sequence, long rows) {
                        throw new AssertionError("told " + sequence);
                    }

                    @Override
                    public void unknown(long sequence) {
                        throw new AssertionError("told " + sequence);
                    }
                },
                NOW + 1_000_000);
        assertThat(Stamps.writer(one)).isZero();
        assertThat(Stamps.writer(other)).isOne();
        assertThat(stamps.isEarlier(one)).isFalse();
        assertThat(later.isEarlier(one)).isTrue();
        assertThat(later.writer(null).sequence()).isGreaterThan(one);
        assertThat(new StatementTally().stamp()).isZero();
    }
}
