// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.mysql.NonBlockingConnection;

/** A connection that is logged in and set up. */
record OpenedConnection(NonBlockingConnection socket, PreparedStatements preparedStatements) {}
