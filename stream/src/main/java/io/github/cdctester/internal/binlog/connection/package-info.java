// SPDX-License-Identifier: Apache-2.0
/**
 * Connections to a server whose log is read: small queries, server properties, and the dump command. The only package that
 * uses the stock connector.
 */
@NullMarked
package io.github.cdctester.internal.binlog.connection;

import org.jspecify.annotations.NullMarked;
