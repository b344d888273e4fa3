// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowStatementTest {

    @Test
    void writesRowsOfTheSameLength() {
        RowStatement statement = new RowStatement(15, 3, new SplittableRandom(1));
        String two = statement.of(LargeTransactionTable.FIRST_ID + 99, 2);
        assertThat(two)
                .matches("INSERT INTO large_transaction \\(id, n, data\\) VALUES"
                        + " \\(100000000000000099,0,'\\d{15}'\\),\\(100000000000000100,0,'\\d{15}'\\)");
        String three = statement.of(LargeTransactionTable.FIRST_ID, 3);
        assertThat(three.length() - two.length()).isEqualTo(RowStatement.rowBytes(15));
        assertThat(three.length() + 1).as("without the last comma").isEqualTo(RowStatement.bytes(3, 15));
        assertThat(statement.of(LargeTransactionTable.FIRST_ID, 3))
                .as("other data")
                .isNotEqualTo(three);
    }

    @Test
    void fillsRowsThatAreLongerThanThePoolOfDigits() {
        int bytes = 3_000_000;
        String one = new RowStatement(bytes, 1, new SplittableRandom(1)).of(LargeTransactionTable.FIRST_ID, 1);
        assertThat(one).hasSize((int) RowStatement.bytes(1, bytes) - 1);
        assertThat(one.substring(one.indexOf('\'') + 1, one.lastIndexOf('\'')))
                .hasSize(bytes)
                .containsOnlyDigits();
    }
}
