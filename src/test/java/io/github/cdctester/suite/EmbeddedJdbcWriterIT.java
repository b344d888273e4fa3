// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.Endpoint.Client;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.ServerWithClient;
import io.github.cdctester.suite.server.TestServer;
import org.junit.jupiter.api.Nested;

/** Elsewhere, these suites use the native client. */
@Nightly
final class EmbeddedJdbcWriterIT {

    private static TestServer overJdbc(TestServer server) {
        return new ServerWithClient(server, Client.JDBC);
    }

    @Nested
    final class Accounting extends WriteAccountingContract {
        @Override
        TestServer start() {
            return overJdbc(EmbeddedTestServer.shared());
        }
    }

    @Nested
    final class Errors extends ErrorCleanupContract {
        @Override
        TestServer start() {
            return overJdbc(EmbeddedTestServer.shared());
        }
    }

    @Nested
    final class IdleTimeout extends IdleTimeoutContract {
        @Override
        TestServer start() {
            return overJdbc(EmbeddedTestServer.shared("wait_timeout=3"));
        }
    }

    @Nested
    final class Interruption extends InterruptionIT {
        @Override
        TestServer start() {
            return overJdbc(EmbeddedTestServer.shared());
        }
    }

    @Nested
    final class LargeTransactions extends LargeTransactionContract {
        @Override
        TestServer startWithSettings(String... settings) {
            return overJdbc(EmbeddedTestServer.shared(settings));
        }

        @Override
        String statementLoggingSql(boolean isOn) {
            return EmbeddedLargeTransactionIT.annotationSql(isOn);
        }
    }

    @Nested
    final class Outage extends EmbeddedOutageIT {
        @Override
        TestServer start() {
            return overJdbc(EmbeddedTestServer.start());
        }
    }

    @Nested
    final class SeveralLoads extends SeveralLoadsContract {
        @Override
        TestServer start() {
            return overJdbc(EmbeddedTestServer.shared());
        }
    }
}
