// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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
        assertThat(transactions.isInDoubt()).isFalse();
        transactions.addRow("0-1-" + STORED_TRANSACTIONS);
        transactions.end("0-1-0", 1); // its row is forgotten
        assertThat(transactions.isInDoubt()).isTrue();
        assertThat(reports).isEmpty();
    }

    @Test
    void isInDoubtIfEndsAreTooFarAheadOfRows() {
        for (int number = 0; number <= STORED_TRANSACTIONS; number++) {
            transactions.end("0-1-" + number, 1);
        }
        assertThat(transactions.isInDoubt()).isTrue();
        transactions.onNextRun();
        assertThat(transactions.isInDoubt()).isFalse();
    }

    @Test
    void isInDoubtIfEndFollowsForgottenReport() {
        for (int number = 0; number <= STORED_TRANSACTIONS; number++) {
            transactions.addRow("0-1-" + number);
            transactions.markReported("0-1-" + number);
        }
        transactions.end("0-1-0", 1); // its row is forgotten

        assertThat(transactions.isInDoubt()).isTrue();
        assertThat(transactions.tornReason()).isEmpty();
        assertThat(reports).isEmpty();
    }

    @Test
    void isNotInDoubtWithoutEnds() {
        for (int number = 0; number <= STORED_TRANSACTIONS; number++) {
            transactions.addRow("0-1-" + number);
            transactions.markReported("0-1-" + number);
        }
        assertThat(transactions.isInDoubt()).isFalse();
    }
}
