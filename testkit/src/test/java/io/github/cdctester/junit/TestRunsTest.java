// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.failure.RunFailedException;
import java.net.ConnectException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Some failures to drop a test's tables are tolerated. */
final class TestRunsTest {

    @Test
    void acceptsOnlyConnectionFailures() {
        RunFailedException failure = connectionFailure();
        assertThat(TestRuns.isConnectionFailure(failure)).isTrue();
        failure.addSuppressed(connectionFailure());
        assertThat(TestRuns.isConnectionFailure(failure)).isTrue();
        failure.addSuppressed(new RunFailedException("another server", new SQLException("DROP command denied")));
        assertThat(TestRuns.isConnectionFailure(failure)).isFalse();
    }

    private static RunFailedException connectionFailure() {
        return new RunFailedException("cannot connect", new SQLException(new ConnectException("refused")));
    }
}
