// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.workload.RecordingConnection;
import io.github.cdctester.internal.workload.ServerVariables;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.StepJournal;
import io.github.cdctester.workload.StatementTally;
import io.github.cdctester.workload.storm.StormFamily.Storm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StormSessionTest {

    private static final int TABLES = 10;

    private final StormTables tables = new StormTables(
            new StormServer(new ServerVariables(Map.of("version", "9.7.0")), StormKind.ALL, List.of()),
            new Storm(TABLES, List.of("all"), 0, 1 << 20, 7, false, new BitSet(), Optional.empty()),
            new SharedNumbers(7, 0, 1, Map.of()),
            "storm-1-");

    /** Workers would wait forever for a table that is not released. */
    @Test
    void releasesTableIfStepCannotBeWritten(@TempDir Path directory) throws Exception {
        StepJournal journal = new StepJournal(Optional.of(directory.resolve("missing/steps.sql")));
        RecordingConnection connection = new RecordingConnection();
        StormSession session = new StormSession(connection.connection(), tables, journal);
        assertThatThrownBy(() -> session.execute(new StatementTally())).isInstanceOf(RunFailedException.class);
        session.close();
        assertThat(connection.openStatements).isZero();
        Set<Integer> freeTables = new HashSet<>();
        for (int i = 0; i < TABLES; i++) {
            freeTables.add(tables.nextTurn().table().number);
        }
        assertThat(freeTables).hasSize(TABLES);
    }

    /** After a lock wait timeout, all statements of the transaction are sent again. */
    @Test
    void writesStatementsOfRepeatedUnitOnce(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("steps.sql");
        RecordingConnection connection = new RecordingConnection();
        StormSession session = new StormSession(connection.connection(), tables, new StepJournal(Optional.of(file)));
        connection.duringStatement = sql -> {
            if (sql.startsWith("UPDATE") && connection.sent.contains("BEGIN")) {
                connection.failures.put("UPDATE", new SQLException("Lock wait timeout exceeded", "HY000", 1205));
            }
        };
        do {
            connection.sent.clear();
        } while (succeeds(session));
        List<String> failedAttempt = List.copyOf(connection.sent);
        assertThat(failedAttempt).contains("BEGIN").last().asString().startsWith("UPDATE");
        connection.duringStatement = sql -> {};
        connection.failures.clear();
        connection.sent.clear();
        assertThat(succeeds(session)).isTrue();
        String lastStep = Files.readString(file).replaceFirst("(?s).*-- step [^\n]*\n", "");
        assertThat(lastStep.lines())
                .containsExactlyElementsOf(
                        connection.sent.stream().map(sql -> sql + ";").toList());
    }

    private static boolean succeeds(StormSession session) {
        try {
            session.execute(new StatementTally());
            return true;
        } catch (SQLException e) {
            return false;
        }
    }
}
