// SPDX-License-Identifier: Apache-2.0
/** Packets of the MySQL protocol on either side of a connection, and the errors that end their exchange. */
@NullMarked
package io.github.cdctester.internal.mysql.packet;

import org.jspecify.annotations.NullMarked;
