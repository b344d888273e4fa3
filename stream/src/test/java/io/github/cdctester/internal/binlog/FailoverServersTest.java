// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Password;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailoverServersTest {

    private static final Endpoint A = server("a");
    private static final Endpoint B = server("b");
    private static final Endpoint C = server("c");
    private static final long PROGRESS = 100;
    private static final long LATER_PROGRESS = 101;

    private final FailoverServers servers = new FailoverServers(List.of(A, B, C));

    @Test
    void startsWithChosenServer() {
        servers.beginAt(B);
        assertThat(List.of(servers.next(), servers.next(), servers.next(), servers.next()))
                .containsExactly(B, C, A, B);
    }

    @Test
    void skipsUnsuitableServers() {
        assertThat(servers.skip(B, "purged", PROGRESS)).isTrue();
        assertThat(List.of(servers.next(), servers.next(), servers.next())).containsExactly(A, C, A);
        assertThat(servers.skip(A, "refused", PROGRESS)).isTrue();
        assertThat(List.of(servers.next(), servers.next())).containsExactly(C, C);
        assertThat(servers.skip(C, "gone", PROGRESS)).isFalse();
        assertThat(servers.describeSkipped(C))
                .isEqualTo("; b:3306 cannot continue the stream: purged; a:3306 cannot continue the stream: refused");
    }

    /** After progress, the stream may no longer need the transactions that the server purged. */
    @Test
    void skipsServersUntilProgress() {
        servers.skip(A, "purged", PROGRESS);
        servers.skip(B, "purged", PROGRESS);
        assertThat(servers.skip(C, "purged", LATER_PROGRESS)).isTrue();
        assertThat(List.of(servers.next(), servers.next(), servers.next())).containsExactly(A, B, A);
    }

    @Test
    void usesSkippedServersAfterClear() {
        servers.skip(A, "refused", PROGRESS);
        servers.clearSkipped();
        assertThat(servers.next()).isEqualTo(A);
        assertThat(servers.describeSkipped(null)).isEmpty();
    }

    @Test
    void singleServerHasNoAlternative() {
        assertThat(new FailoverServers(List.of(A)).skip(A, "purged", PROGRESS)).isFalse();
    }

    private static Endpoint server(String host) {
        return Endpoint.of(host, 3306, "", "u", Password.NONE);
    }
}
