// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.config.Endpoint;
import java.net.InetSocketAddress;

/** Maps a server to the address to connect to, for example a proxy. Messages and TLS certificate checks use the server's own name. */
@FunctionalInterface
public interface StreamRoute {

    StreamRoute DIRECT = server -> new InetSocketAddress(server.host(), server.port());

    InetSocketAddress to(Endpoint server);
}
