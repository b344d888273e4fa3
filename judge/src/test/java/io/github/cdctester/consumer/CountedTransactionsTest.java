// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CountedTransactionsTest {

    private static final int STORED_TRANSACTIONS = 1 << 16;

    private final List<String> reports = new ArrayList<>();
    private final CountedTransactions transactions = new CountedTransactions(reports::add);

    @Test
    void isInDoubtIfRowsAreTooFarAheadOfEnds() {
        for (int number = 0; number < STORED_TRANSACTIONS; number++) {
            transactions.addRow("0-1-" + number);
        }
        assertThat(isInDoubt()).isFalse();
        transactions.addRow("0-1-" + STORED_TRANSACTIONS);
        transactions.end("0-1-0", 1); // its row is forgotten
        assertThat(isInDoubt()).isTrue();
        assertThat(reports).isEmpty();
    }

    @Test
    void isInDoubtIfEndsAreTooFarAheadOfRows() {
        for (int number = 0; number <= STORED_TRANSACTIONS; number++) {
            transactions.end("0-1-" + number, 1);
        }
        assertThat(isInDoubt()).isTrue();
    }

    @Test
    void isInDoubtIfEndFollowsForgottenReport() {
        for (int number = 0; number <= STORED_TRANSACTIONS; number++) {
            transactions.addRow("0-1-" + number);
            transactions.markReported("0-1-" + number);
        }
        transactions.end("0-1-0", 1); // its row is forgotten

        assertThat(isInDoubt()).isTrue();
        assertThat(tornReason()).isEmpty();
        assertThat(reports).isEmpty();
    }

    @Test
    void isNotInDoubtWithoutEnds() {
        for (int number = 0; number <= STORED_TRANSACTIONS; number++) {
            transactions.addRow("0-1-" + number);
            transactions.markReported("0-1-" + number);
        }
        assertThat(isInDoubt()).isFalse();
    }

    /** The end message may be in another topic, which the consumer does not read again. */
    @Test
    void reportsRepeatedRowsWithoutEnd() {
        addRows("0-1-1", 2);
        transactions.end("0-1-1", 2);
        assertThat(reports).containsExactly("0-1-1");

        addRows("0-1-1", 2);
        assertThat(reports).as("repeated").containsExactly("0-1-1", "0-1-1");

        addRows("0-1-1", 1);
        assertThat(reports).as("partly repeated").containsExactly("0-1-1", "0-1-1", "0-1-1");
        assertThat(isInDoubt()).isFalse();
        assertThat(tornReason()).isEmpty();
    }

    @Test
    void reportsRepeatedRowsOnceIfEndIsAlsoRepeated() {
        for (int round = 0; round < 3; round++) {
            transactions.end("0-1-1", 2);
            addRows("0-1-1", 2);
            addRows("0-1-2", 2);
            transactions.end("0-1-2", 2);
        }
        assertThat(reports).containsExactly("0-1-1", "0-1-2", "0-1-1", "0-1-2", "0-1-1", "0-1-2");
        assertThat(tornReason()).isEmpty();
    }

    @Test
    void reportsRepetitionOnceIfEndIsInside() {
        addRows("0-1-1", 3);
        transactions.end("0-1-1", 2);
        addRows("0-1-1", 1);
        assertThat(reports).containsExactly("0-1-1", "0-1-1");
    }

    @Test
    void rowsAfterEndWithoutCountAreNoRepetition() {
        addRows("0-1-1", 1);
        transactions.end("0-1-1", Change.NONE);
        addRows("0-1-1", 1);
        assertThat(reports).containsExactly("0-1-1");
    }

    @Test
    void reportsEachEndWithoutRows() {
        for (int round = 0; round < 2; round++) {
            transactions.end("0-1-1", 0);
            transactions.end("0-1-2", Change.NONE);
        }
        assertThat(reports).containsExactly("0-1-1", "0-1-2", "0-1-1", "0-1-2");
    }

    @Test
    void forgetsOldestCompleteTransactions() {
        for (int number = 0; number <= STORED_TRANSACTIONS; number++) {
            addRows("0-1-" + number, 1);
            transactions.end("0-1-" + number, 1);
        }
        reports.clear();
        addRows("0-1-0", 1);
        addRows("0-1-1", 1);
        assertThat(reports).containsExactly("0-1-1");
        assertThat(isInDoubt()).isFalse();
    }

    private boolean isInDoubt() {
        return transactions.isInDoubt(gtid -> true);
    }

    private Optional<String> tornReason() {
        return transactions.tornReason(gtid -> true);
    }

    private void addRows(String gtid, int count) {
        for (int row = 0; row < count; row++) {
            transactions.addRow(gtid);
        }
    }
}
