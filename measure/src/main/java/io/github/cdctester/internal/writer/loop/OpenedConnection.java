// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.loop;

import io.github.cdctester.internal.mysql.NonBlockingConnection;

/** A connection that is ready for a worker: logged in, set up, with its prepared statements. */
record OpenedConnection(NonBlockingConnection socket, PreparedStatements preparedStatements) {}
