// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.stop.StopSignal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server whose settings are changed. It may go away and come back between two calls. */
public interface SettingServer {

    /**
     * Rows of an answer.
     *
     * @param literals each row's values as they stand in SQL: numbers, and texts in quotes; {@code null} for NULL
     */
    record Rows(List<String> columns, List<List<@Nullable String>> literals) {}

    String address();

    Rows rows(String sql) throws SQLException;

    void execute(List<String> statements) throws SQLException;

    /**
     * When the server was started.
     *
     * @return a monotonic time in seconds, right within two seconds
     */
    long startedAtSeconds() throws SQLException;

    boolean awaitBack(Duration timeout, StopSignal stop);
}
