// SPDX-License-Identifier: Apache-2.0
/** Packets of the MySQL protocol, and exceptions for errors and invalid packets. */
@NullMarked
package io.github.cdctester.internal.mysql.packet;

import org.jspecify.annotations.NullMarked;
