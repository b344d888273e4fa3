// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.config.Endpoint;
import java.net.InetSocketAddress;

/** Redirects the connection of a stream. Messages and the check of the TLS certificate keep the server's own name. */
@FunctionalInterface
public interface StreamRoute {

    StreamRoute DIRECT = server -> new InetSocketAddress(server.host(), server.port());

    InetSocketAddress to(Endpoint server);
}
