// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.WriteDurations;
import java.util.List;
import java.util.Map;

/**
 * The work of a pool's workers on one node since the update before.
 *
 * @param rows of commits, by table and kind; empty where they are not counted, or workers are active
 */
public record WriteUpdate(
        WriteCounts counts, WriteDurations durations, Map<String, Map<RowKind, Long>> rows, List<GtidBatch> commits) {}
