// SPDX-License-Identifier: Apache-2.0
/**
 * Connections in the MySQL protocol: login, small queries, what the server is, and the dump command. The only room that knows the
 * stock connector.
 */
@NullMarked
package io.github.cdctester.internal.binlog.connection;

import org.jspecify.annotations.NullMarked;
