// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.workload.BulkStatements;
import io.github.cdctester.internal.workload.TableFilling;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AccountsTableTest {

    private final List<String> sentStatements = new ArrayList<>();

    private final BulkStatements statements = new BulkStatements() {
        @Override
        public void execute(String sql) {
            sentStatements.add(sql);
        }

        @Override
        public void execute(byte[] ascii, int from, int length) {
            throw new UnsupportedOperationException();
        }
    };

    private long fillLastPiece(int accountCount, int expectedPieceCount) throws Exception {
        TableFilling.Step step =
                new AccountsTable(Transfers.between(accountCount)).steps("").get(0);
        assertThat(step.pieces()).isEqualTo(expectedPieceCount);
        List<Long> rows = new ArrayList<>();
        step.piece().fill(step.pieces() - 1, statements, () -> {}, rows::add);
        return rows.get(0);
    }

    @Test
    void fillsRemainingRows() throws Exception {
        assertThat(fillLastPiece(10_002, 2)).isEqualTo(2);
        assertThat(sentStatements)
                .containsExactly("INSERT INTO accounts (id, balance, changes) VALUES (10001,1000,0),(10002,1000,0)");
    }

    @Test
    void fillsHighestPossibleNumberOfRows() throws Exception {
        assertThat(fillLastPiece(Integer.MAX_VALUE, 214_749)).isEqualTo(3_647);
        assertThat(sentStatements.get(0)).endsWith(",(2147483647,1000,0)");
    }
}
