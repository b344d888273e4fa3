// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.config.StopSignal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server whose settings are changed, as it is asked and told. It may go away and come back between two calls. */
public interface SettingServer {

    /**
     * Rows of an answer.
     *
     * @param columns the columns' names in capitals
     * @param literals each row's values as they stand in SQL: numbers, and texts in quotes; {@code null} for NULL
     */
    record Rows(List<String> columns, List<List<@Nullable String>> literals) {}

    /** Where it is. */
    String address();

    /**
     * Asks for something.
     *
     * @throws SQLException if the server refuses it or is away
     */
    Rows rows(String sql) throws SQLException;

    /**
     * Executes statements, in one session.
     *
     * @throws SQLException if the server refuses one or is away; those behind it are not executed
     */
    void execute(List<String> statements) throws SQLException;

    /**
     * When the server was started.
     *
     * @return a monotonic time in seconds, right within two seconds
     * @throws SQLException if it is away
     */
    long startedAtSeconds() throws SQLException;

    /**
     * Waits for a server that is away.
     *
     * @param timeout how long at most
     */
    boolean awaitBack(Duration timeout, StopSignal stop);
}
