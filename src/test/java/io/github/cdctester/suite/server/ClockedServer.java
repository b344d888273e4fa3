// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import java.time.Duration;

public interface ClockedServer extends AutoCloseable {

    TestServer server();

    /** The server applies the change within two seconds. */
    void setAhead(Duration ahead);

    @Override
    default void close() {
        server().close();
    }
}
