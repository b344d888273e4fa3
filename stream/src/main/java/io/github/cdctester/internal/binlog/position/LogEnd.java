// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.position;

/**
 * @param position {@link LogPosition#NOWHERE} if the server reports GTIDs only
 * @param gtidSet GTIDs of all transactions before the position, in the server's format; empty without GTIDs
 */
public record LogEnd(LogPosition position, String gtidSet) {}
