// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.position;

/**
 * The end of a server's log at one moment.
 *
 * @param position {@link LogPosition#NOWHERE} if the server reports GTIDs only
 * @param gtidSet the GTIDs of everything before it, in the server's own form; empty if it has none
 */
public record LogEnd(LogPosition position, String gtidSet) {}
