// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.stop.StopSignal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server whose settings are changed. It may stop and restart between two calls. */
public interface SettingServer {

    /** @param literals the values of each row as SQL literals: numbers, and quoted text; {@code null} for NULL */
    record Rows(List<String> columns, List<List<@Nullable String>> literals) {}

    String address();

    Rows query(String sql) throws SQLException;

    void execute(List<String> statements) throws SQLException;

    /** Returns the start time of the server, in seconds of {@link System#nanoTime}, accurate to 2 s. */
    long startedAtSeconds() throws SQLException;

    /** Waits until the server answers; returns false after the timeout or a stop request. */
    boolean awaitRecovery(Duration timeout, StopSignal stop);
}
