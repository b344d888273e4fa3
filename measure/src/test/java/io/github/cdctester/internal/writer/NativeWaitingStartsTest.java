// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import org.junit.jupiter.api.AfterEach;

/** Runs {@link WaitingStartsTest} with native connections instead of JDBC. */
class NativeWaitingStartsTest extends WaitingStartsTest {

    private NativeFake fake;

    @AfterEach
    void close() {
        if (fake != null) {
            fake.close();
        }
    }

    @Override
    Workers.Factory workers(FakeWorkload workload) {
        fake = new NativeFake(workload, false);
        fake.server().refusesConnections = serverDown::get;
        return fake.workers();
    }

    @Override
    int refused() {
        return fake.server().refusedConnections.get();
    }
}
