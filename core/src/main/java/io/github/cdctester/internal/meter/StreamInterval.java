// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.position.LogPosition;

/**
 * What one stream carried between two moments of the measured part, whatever seconds they lie in. Intervals without a gap between them
 * have each transaction once.
 *
 * @param counts what was completed in it
 * @param from up to where everything was complete when it began; its file is empty before the server has named one
 * @param to up to where everything was complete when it ended
 */
public record StreamInterval(StreamCounts counts, LogPosition from, LogPosition to, DelayParts delays) {}
