// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.summary;

import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.Summary;
import org.jspecify.annotations.Nullable;

/** Calculates the CPU share of the threads that read the streams. */
public final class ReaderShare {

    /** From this share of one processor on, the reading thread is considered the bottleneck. */
    public static final double MIN_BOTTLENECK_SHARE = 0.8;

    /** From this share of the machine's processors on, each thread may wait for a processor. */
    public static final double BUSY_MACHINE_PERCENT = 90;

    private ReaderShare() {}

    /** The share is from 0 to 1; NaN if unknown or if there are several streams. */
    public static double cpuShare(Summary summary) {
        double seconds = summary.seconds() + summary.catchUpSeconds();
        double cpuSeconds = summary.tester().readerCpuSeconds();
        return cpuSeconds < 0 || seconds <= 0 || !summary.streams().isEmpty()
                ? Double.NaN
                : Math.min(1, cpuSeconds / seconds);
    }

    /** The share is from 0 to 1; NaN if unknown. */
    public static double busiestShare(SampleRow row) {
        return row.streams().isEmpty()
                ? share(row.cdc())
                : row.streams().stream()
                        .mapToDouble(stream -> share(stream.cdc()))
                        .reduce(Double.NaN, (max, share) -> Double.isNaN(max) || share > max ? share : max);
    }

    private static double share(SampleRow.@Nullable Cdc cdc) {
        Double percent = cdc == null ? null : cdc.readerCpuPercent();
        return percent == null ? Double.NaN : Math.min(1, percent / 100);
    }
}
