// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.position.LogPosition;
import java.util.Map;

/**
 * What one stream carried between two moments of the measured part, whatever seconds they lie in. Stretches that follow one another
 * without a gap have each transaction once.
 *
 * @param counts what was completed between them
 * @param from up to where everything was complete at the first one; its file is empty before the server has named one
 * @param to up to where everything was complete at the second one
 * @param delay delays at the last byte of each transaction: DT
 * @param firstByteDelay delays at the first byte
 * @param endToEndDelay delays from the server where a transaction was first made; empty where that is the server of the stream
 * @param delaysBySource DT by each source of commit times; empty unless several sources were asked for
 */
public record StreamInterval(
        StreamCounts counts,
        LogPosition from,
        LogPosition to,
        Distribution delay,
        Distribution firstByteDelay,
        Distribution endToEndDelay,
        Map<DelaySource, Distribution> delaysBySource) {

    /** Copies the map. */
    public StreamInterval {
        delaysBySource = Map.copyOf(delaysBySource);
    }
}
