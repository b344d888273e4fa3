// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.server;

import java.time.Duration;

/** A server whose own clock can be set while it runs. */
public interface ClockedServer extends AutoCloseable {

    TestServer server();

    /** Sets its clock that much ahead of the machine's; the server sees it within a second or two. */
    void setAhead(Duration ahead);

    @Override
    default void close() {
        server().close();
    }
}
