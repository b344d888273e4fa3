// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.vorburger.exec.OutputStreamType;
import io.github.cdctester.server.MariaDb4jServer.ServerLog;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class ServerLogTest {

    private final ServerLog log = new ServerLog();

    @Test
    void keepsFirstErrorWithoutTimestamp() {
        print("2026-11-21  8:11:17 0 [Note] Plugin 'FEEDBACK' is disabled.");
        print("2026-11-21  8:11:17 0 [ERROR] mariadbd: unknown option '--no-such-option'");
        print("2026-11-21  8:11:17 0 [ERROR] Aborting");

        assertThat(log.failure()).isEqualTo("mariadbd: unknown option '--no-such-option'");
        assertThat(log.isPortTaken()).isFalse();
    }

    @Test
    void keepsLastLineIfNoErrorIsFound() {
        assertThat(log.failure()).isNull();

        print("one");
        print("two");
        print(" ");

        assertThat(log.failure()).isEqualTo("two");
    }

    @Test
    void detectsPortInUseUntilCleared() {
        print("2026-11-21  8:11:17 0 [ERROR] Can't start server: Bind on TCP/IP port. Got error: 98: Address in use");
        assertThat(log.isPortTaken()).isTrue();

        log.clear();

        assertThat(log.isPortTaken()).isFalse();
        assertThat(log.failure()).isNull();
    }

    @Test
    void logsErrorsAsWarnings() {
        assertThat(print("2026-11-21  8:11:17 0 [ERROR] Aborting")).isEqualTo(Level.WARN);
        assertThat(print("2026-11-21  8:11:17 7 [Warning] Aborted connection 7"))
                .isEqualTo(Level.DEBUG);
    }

    private Level print(String line) {
        return log.dispatch(OutputStreamType.STDERR, line);
    }
}
