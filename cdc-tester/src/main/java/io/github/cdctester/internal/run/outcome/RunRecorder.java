// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.summary.SampleRows;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Keeps a row a second, its histograms compressed, so that a long run needs little memory: the last {@value #MOST_ROWS} rows. Of
 * several streams together it keeps as many, so that more streams need no more memory: their single rows go first.
 */
public final class RunRecorder {

    /** A day. */
    static final int MOST_ROWS = 86_400;

    private final String delaySource;
    private final int mostWithStreams;
    private final Deque<SampleRow> older = new ArrayDeque<>();
    private final Deque<SampleRow> recent = new ArrayDeque<>();
    private long dropped;

    public RunRecorder(String delaySource, int streams) {
        this.delaySource = delaySource;
        mostWithStreams = Math.max(1, MOST_ROWS / streams);
    }

    /** Keeps a second, and tells it in the words of the result. */
    public SampleRow add(Sample sample) {
        SampleRow row = SampleRows.of(sample, delaySource);
        recent.addLast(row);
        if (recent.size() > mostWithStreams) {
            older.addLast(recent.removeFirst().withoutStreams());
        }
        if (older.size() + recent.size() > MOST_ROWS) {
            older.removeFirst();
            dropped++;
        }
        return row;
    }

    List<SampleRow> rows() {
        List<SampleRow> rows = new ArrayList<>(older);
        rows.addAll(recent);
        return rows;
    }

    long dropped() {
        return dropped;
    }
}
