// SPDX-License-Identifier: Apache-2.0
/**
 * The client side of MySQL's and MariaDB's connection phase (docs/dev/adr/0007). No class here uses sockets, and no message
 * contains a password.
 */
@NullMarked
package io.github.cdctester.internal.mysql.login;

import org.jspecify.annotations.NullMarked;
