// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import org.junit.jupiter.api.AfterEach;

/** Runs {@link LoadDriverTest} with native connections instead of JDBC. */
class NativeLoadDriverTest extends LoadDriverTest {

    private NativeFake fake;

    @AfterEach
    void close() {
        fake.close();
    }

    @Override
    Workers.Factory workers(FakeWorkload workload) {
        fake = new NativeFake(workload, true);
        return fake.workers();
    }

    @Override
    int connected() {
        return fake.server().accepted.get();
    }

    @Override
    int openSessions() {
        return fake.server().openConnections.get();
    }

    @Override
    boolean isClosed() {
        fake.server().awaitDisconnects();
        return true;
    }
}
