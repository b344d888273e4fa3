// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RowStatementTest {

    @Test
    void rowsHaveSameLength() {
        RowStatement statement = new RowStatement(15, 3, false, new SplittableRandom(1));
        String textOfTwoRows = text(statement, LargeTransactionTable.FIRST_ID + 99, 2, 0, 0);
        assertThat(textOfTwoRows)
                .matches("INSERT INTO large_transaction \\(id, n, data\\) VALUES"
                        + " \\(100000000000000099,0,'\\d{15}'\\),\\(100000000000000100,0,'\\d{15}'\\)");
        String textOfThreeRows = text(statement, LargeTransactionTable.FIRST_ID, 3, 0, 0);
        assertThat(textOfThreeRows.length() - textOfTwoRows.length()).isEqualTo(RowStatement.rowBytes(15, false));
        assertThat(textOfThreeRows.length() + 1)
                .as("without the last comma")
                .isEqualTo(RowStatement.statementBytes(3, 15, false));
        assertThat(text(statement, LargeTransactionTable.FIRST_ID, 3, 0, 0))
                .as("other data")
                .isNotEqualTo(textOfThreeRows);
    }

    @Test
    void stampedRowsHaveSameLength() {
        RowStatement statement = new RowStatement(3, 2, true, new SplittableRandom(1));
        String shortStampText = text(statement, LargeTransactionTable.FIRST_ID, 2, 7, 9);
        assertThat(shortStampText)
                .matches("INSERT INTO large_transaction \\(id, n, data, cdc_seq, cdc_at\\) VALUES"
                        + " \\(100000000000000000,0,'\\d{3}', +7, +9\\),\\(100000000000000001,0,'\\d{3}', +7, +9\\)");
        assertThat(shortStampText).hasSize((int) RowStatement.statementBytes(2, 3, true) - 1);
        assertThat(text(statement, LargeTransactionTable.FIRST_ID, 2, Long.MIN_VALUE, Long.MAX_VALUE))
                .hasSameSizeAs(shortStampText)
                .contains("',-9223372036854775808, 9223372036854775807)");
    }

    @Test
    void fillsRowsLongerThanDigitPool() {
        int bytes = 3_000_000;
        String textOfOneRow = text(
                new RowStatement(bytes, 1, false, new SplittableRandom(1)), LargeTransactionTable.FIRST_ID, 1, 0, 0);
        assertThat(textOfOneRow).hasSize((int) RowStatement.statementBytes(1, bytes, false) - 1);
        assertThat(textOfOneRow.substring(textOfOneRow.indexOf('\'') + 1, textOfOneRow.lastIndexOf('\'')))
                .hasSize(bytes)
                .containsOnlyDigits();
    }

    private static String text(RowStatement statement, long firstId, int rows, long sequence, long micros) {
        int length = statement.put(firstId, rows, sequence, micros);
        return new String(statement.bytes(), 0, length, StandardCharsets.US_ASCII);
    }
}
