// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.Window;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.workload.largetx.LargeTransactions.RowChange;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class LargeTransactionsTest {

    private static final LargeTransactions SPEC = LargeTransactions.insert();

    @Test
    void defaultsEqualPolarDbXTest() {
        assertThat(SPEC).isEqualTo(new LargeTransactions(RowChange.INSERT, 500_000_000, 2_500, 0, 1, false));
        assertThat(SPEC.name()).isEqualTo("large_transaction");
        assertThat(SPEC.kind(RowChange.INSERT_SELECT).transactionKind()).isEqualTo("large_insert_select");
    }

    @Test
    void eachMethodChangesOneProperty() {
        assertThat(SPEC.trxBytes(7_000_000).rows(20).transactions(9).kind(RowChange.DELETE))
                .isEqualTo(new LargeTransactions(RowChange.DELETE, 7_000_000, 0, 20, 9, false));
        assertThat(SPEC.rows(200_000).rowBytes(100)).isEqualTo(SPEC.rowBytes(100));
    }

    @Test
    void rejectsImpossibleSizesAndCounts() {
        assertRejected("trxSize", () -> SPEC.trxBytes(9_999));
        assertRejected("trxSize", () -> SPEC.trxBytes(1_000_000_000_001L));
        assertRejected("rowSize", () -> SPEC.rowBytes(31));
        assertRejected("rowSize", () -> SPEC.rowBytes(64_000_001));
        assertRejected("rowSize", () -> SPEC.trxBytes(100_000)); // 40 rows of 2,500 bytes
        assertRejected("rows", () -> SPEC.rows(-1));
        assertRejected("rows", () -> SPEC.rows(20_000_000)); // 25 bytes each
        assertRejected("rows", () -> SPEC.rows(1)); // 500 MB each
        assertRejected("rows", () -> new LargeTransactions(RowChange.INSERT, 1_000_000, 100, 100, 1, false));
        assertRejected("trxCount", () -> SPEC.transactions(-1));
        assertRejected("trxCount", () -> SPEC.transactions(0).kind(RowChange.DELETE));
    }

    @Test
    void runEndsAfterItsTransactions() {
        assertThat(SPEC.transactions(3).fitted(Window.DEFAULT))
                .isEqualTo(new Window(Duration.ZERO, Duration.ZERO, 3, Defaults.DRAIN_TIMEOUT));
        Window oneMinute = new Window(Duration.ZERO, Duration.ofMinutes(1), 0, Duration.ofSeconds(5));
        assertThat(SPEC.fitted(oneMinute))
                .isEqualTo(new Window(Duration.ZERO, Duration.ofMinutes(1), 1, Duration.ofSeconds(5)));
        assertThat(SPEC.transactions(0).fitted(oneMinute)).isEqualTo(oneMinute);
        Window twoTransactions = new Window(Duration.ZERO, Duration.ZERO, 2, Duration.ofSeconds(5));
        assertThat(SPEC.transactions(5).fitted(twoTransactions)).isEqualTo(twoTransactions);
    }

    private static void assertRejected(String property, ThrowingCallable creation) {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(creation)
                .satisfies(exception -> assertThat(exception.property()).isEqualTo(property));
    }
}
