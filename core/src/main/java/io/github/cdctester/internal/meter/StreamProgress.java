// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.position.LogPosition;

/**
 * How far a stream has come.
 *
 * @param position the log up to here is complete
 * @param lastHeartbeat the number of the last heartbeat that was seen, or -1
 */
public record StreamProgress(LogPosition position, long lastHeartbeat) {}
