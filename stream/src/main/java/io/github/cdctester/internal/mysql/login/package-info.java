// SPDX-License-Identifier: Apache-2.0
/**
 * Login: the client side of MySQL's and MariaDB's connection phase, from the server's greeting to its OK. Each
 * authentication plugin is a {@link io.github.cdctester.internal.mysql.login.LoginMethod}; docs/dev/adr/0007 explains
 * why the project implements the login itself. No class here uses sockets, and no message contains a password.
 */
@NullMarked
package io.github.cdctester.internal.mysql.login;

import org.jspecify.annotations.NullMarked;
