// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.cdctester.internal.judge.consumer.ledger.CatchUps.Progress;
import io.github.cdctester.result.ConsumerResult.CatchUp;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks catch-up periods with a log of 100 transactions per second. Transaction 100 × n is committed in second n. */
class CatchUpsTest {

    private long repeats;
    private final CatchUps periods = new CatchUps(() -> repeats);

    /** Returns the progress of a consumer that has reported all transactions committed until {@code reportedUntil}. */
    private static Progress progressAt(double second, double reportedUntil) {
        int logged = (int) (100 * second);
        int reported = (int) (100 * reportedUntil);
        return new Progress(
                second,
                Math.round(1e6 * (second - reportedUntil)),
                logged - reported,
                1_000L * (logged - reported),
                reported,
                reported - 1,
                logged,
                Long.MAX_VALUE);
    }

    private List<CatchUp> results() {
        return periods.results((from, to) -> (long) Math.min(to, 10_000) - from);
    }

    @Test
    void measuresFromTheEndOfTheFault() {
        periods.recordProgress(progressAt(1, 1));
        periods.faultBegins("kill a 2s", 1.5, progressAt(1.5, 1.5));
        periods.recordProgress(progressAt(3, 1.5));
        periods.faultEnds("kill a 2s", progressAt(3.5, 1.5));
        repeats = 7;
        periods.recordProgress(progressAt(
                4, 3.4)); // no longer late, but has reported only transactions from before the end of the fault
        periods.recordProgress(progressAt(4.5, 4));
        repeats = 9;
        periods.recordProgress(progressAt(5, 5));
        assertThat(results()).containsExactly(new CatchUp("kill a 2s", 1.5, 4.5, 1.0, 250.0, 150, 150_000L, 7, 300L));
    }

    @Test
    void endsWhenAllTransactionsAreReported() {
        periods.faultBegins("restart a", 1, progressAt(1, 1));
        periods.faultEnds("restart a", progressAt(1.25, 1.25));
        periods.recordProgress(progressAt(1.25, 1.25));
        assertThat(results()).containsExactly(new CatchUp("restart a", 1, 1.25, 0.0, null, 0, 0L, 0, 25L));
    }

    @Test
    void neverEndsWhileTheFaultLasts() {
        periods.faultBegins("pause a", 1, progressAt(1, 1));
        periods.recordProgress(progressAt(2, 2));
        periods.recordProgress(progressAt(9, 5));
        assertThat(results()).containsExactly(new CatchUp("pause a", 1, null, null, null, 400, 400_000L, 0, 9_900L));
    }

    @Test
    void hasOnePeriodPerFault() {
        periods.faultBegins("throttle a 1000B/s 2s", 1, progressAt(1, 1));
        periods.faultBegins("pause a 1s", 2, progressAt(2, 1.5));
        periods.faultEnds("pause a 1s", progressAt(3, 1.5));
        periods.faultEnds("throttle a 1000B/s 2s", progressAt(3, 1.5));
        periods.recordProgress(progressAt(3.5, 1.5));
        periods.recordProgress(progressAt(4, 4));
        periods.recordProgress(progressAt(7, 5)); // late without a fault
        periods.recordProgress(progressAt(8, 8));
        assertThat(results())
                .extracting(CatchUp::fault, CatchUp::fromSecond, CatchUp::toSecond)
                .containsExactly(
                        tuple("throttle a 1000B/s 2s", 1.0, 4.0), tuple("pause a 1s", 2.0, 4.0), tuple(null, 7.0, 8.0));
    }

    @Test
    void removesFaultThatFailed() {
        periods.faultBegins("kill a", 1, progressAt(1, 1));
        periods.faultBegins("kill a", 2, progressAt(2, 1));
        periods.faultFails("kill a");
        assertThat(results()).extracting(CatchUp::fromSecond).containsExactly(1.0);
        periods.windowOpens();
        assertThat(results()).isEmpty();
    }

    @Test
    void hasNoBytesIfSomeAreUnknown() {
        periods.recordProgress(new Progress(3, 2_000_000, 5, -1, 0, -1, 5, Long.MAX_VALUE));
        periods.recordProgress(new Progress(4, 0, 0, 0, 5, 4, 5, Long.MAX_VALUE));
        assertThat(results()).containsExactly(new CatchUp(null, 3, 4.0, 1.0, 5.0, 5, null, 0, 5L));
    }

    /** If the newest transactions of the log have no stamped row, a consumer that reports rows is late but has no backlog. */
    @Test
    void beginsNoPeriodWithoutBacklog() {
        periods.recordProgress(new Progress(5, 3_000_000, 0, 0, 500, 499, 500, Long.MAX_VALUE));
        assertThat(results()).isEmpty();
    }

    @Test
    void keepsFaultsAfterManyPeriods() {
        for (int i = 0; i < 2_000; i++) {
            periods.recordProgress(progressAt(10 * i + 5, 10 * i));
            periods.recordProgress(progressAt(10 * i + 6, 10 * i + 6));
        }
        periods.faultBegins("kill a", 20_001, progressAt(20_001, 20_001));
        assertThat(results()).hasSize(1_001).extracting(CatchUp::fault).contains("kill a");
    }
}
