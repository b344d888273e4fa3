// SPDX-License-Identifier: Apache-2.0
/** Connections to a server whose log is read. Only this package uses the stock connector. */
@NullMarked
package io.github.cdctester.internal.binlog.connection;

import org.jspecify.annotations.NullMarked;
