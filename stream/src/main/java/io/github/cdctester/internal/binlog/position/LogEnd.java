// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.position;

/**
 * The end of a server's log at one moment.
 *
 * @param position {@link LogPosition#NOWHERE} if the server reports GTIDs only
 * @param gtidSet the GTIDs of all transactions before the position, in the server's format; empty without GTIDs
 */
public record LogEnd(LogPosition position, String gtidSet) {}
