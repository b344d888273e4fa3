// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.connection;

import io.github.cdctester.config.Endpoint;
import java.net.InetSocketAddress;

/**
 * Where the connection of a stream is really made. The server keeps its name in all that is said of it, and in what its TLS
 * certificate is compared with.
 */
@FunctionalInterface
public interface StreamRoute {

    StreamRoute DIRECT = server -> new InetSocketAddress(server.host(), server.port());

    InetSocketAddress to(Endpoint server);
}
