// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.meter.Sample;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Keeps a row a second, without histograms, so that a long run needs little memory: the last {@value #MOST_ROWS} rows. */
final class RunRecorder {

    /** A day. */
    static final int MOST_ROWS = 86_400;

    private final String delaySource;
    private final Deque<SampleRow> rows = new ArrayDeque<>();
    private long dropped;

    RunRecorder(String delaySource) {
        this.delaySource = delaySource;
    }

    void add(Sample sample) {
        if (rows.size() == MOST_ROWS) {
            rows.removeFirst();
            dropped++;
        }
        rows.addLast(SampleRow.of(sample, delaySource));
    }

    List<SampleRow> rows() {
        return new ArrayList<>(rows);
    }

    long dropped() {
        return dropped;
    }
}
