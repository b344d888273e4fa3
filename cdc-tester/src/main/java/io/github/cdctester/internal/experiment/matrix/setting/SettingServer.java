// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import io.github.cdctester.stop.StopSignal;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server may stop and restart between two calls. */
public interface SettingServer {

    /** @param literals numbers and quoted texts; {@code null} for NULL */
    record Rows(List<String> columns, List<List<@Nullable String>> literals) {}

    String address();

    Rows query(String sql) throws SQLException;

    void execute(List<String> statements) throws SQLException;

    /** Returns the start time in seconds of {@link System#nanoTime}, accurate to 2 s. */
    long startedAtSeconds() throws SQLException;

    /** Returns false after the timeout or a stop request. */
    boolean awaitRecovery(Duration timeout, StopSignal stop);
}
