// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import java.time.Duration;

/** A server whose clock can be set while it runs. */
public interface ClockedServer extends AutoCloseable {

    TestServer server();

    /** Sets the server's clock ahead of the machine's clock. The server applies the change within two seconds. */
    void setAhead(Duration ahead);

    @Override
    default void close() {
        server().close();
    }
}
