// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows as they come, of which few are kept whole: of each stretch those with the lowest and the highest total, so that curves that
 * are drawn upon each other stay of one second. For one thread.
 *
 * @param <T> what a row holds
 */
public final class RowSampling<T> {

    /**
     * A row that was kept.
     *
     * @param x where it is
     * @param total what it was chosen by
     * @param row what it holds
     * @param <T> likewise
     */
    public record Kept<T>(double x, double total, T row) {}

    private final long stretch;
    private final List<Kept<T>> kept = new ArrayList<>();
    private long inStretch;
    private @Nullable Kept<T> low;
    private @Nullable Kept<T> high;

    /** Begins. */
    public RowSampling(long rows) {
        stretch = DownSampling.stretchOf(rows);
    }

    /** Adds the next row. */
    public void add(double x, double total, T row) {
        Kept<T> next = new Kept<>(x, total, row);
        if (low == null || total < low.total()) {
            low = next;
        }
        if (high == null || total > high.total()) {
            high = next;
        }
        inStretch++;
        if (inStretch == stretch) {
            endInterval();
        }
    }

    private void endInterval() {
        Kept<T> lowest = low;
        Kept<T> highest = high;
        if (lowest == null || highest == null) {
            return;
        }
        kept.add(lowest.x() <= highest.x() ? lowest : highest);
        if (lowest.x() != highest.x()) {
            kept.add(lowest.x() <= highest.x() ? highest : lowest);
        }
        inStretch = 0;
        low = null;
        high = null;
    }

    /** Lists what was kept. */
    public List<Kept<T>> rows() {
        endInterval();
        return List.copyOf(kept);
    }
}
