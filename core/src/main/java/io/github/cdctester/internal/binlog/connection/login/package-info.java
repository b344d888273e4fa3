// SPDX-License-Identifier: Apache-2.0
/**
 * Logging in: the client's side of MySQL's and MariaDB's connection phase, from the server's greeting to its OK. Each
 * authentication plugin is a {@link io.github.cdctester.internal.binlog.connection.login.LoginMethod}; docs/dev/adr/0007 explains why
 * the project has its own. Nothing here uses sockets or formats a password.
 */
@NullMarked
package io.github.cdctester.internal.binlog.connection.login;

import org.jspecify.annotations.NullMarked;
