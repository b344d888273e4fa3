// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import org.junit.jupiter.api.AfterEach;

/** {@link WaitingStartsTest} with native connections. */
class NativeWaitingStartsTest extends WaitingStartsTest {

    private NativeFake fake;

    @AfterEach
    void close() {
        if (fake != null) {
            fake.close();
        }
    }

    @Override
    Workers.Factory workers(FakeWorkload executed) {
        fake = new NativeFake(executed, false);
        fake.server().refusesConnections = serverDown::get;
        return fake.workers();
    }

    @Override
    int refused() {
        return fake.server().refusedConnections.get();
    }
}
