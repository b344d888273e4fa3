// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gaps: states of rows that no change in the stream explains. If a later change fills a gap, this change is late. A gap that
 * stays open is a loss.
 */
final class OpenGaps {

    /** Maximum number of stored gaps. Further gaps are only counted. */
    static final int MAX = 10_000;

    private record Row(TableImage image, ByteBuffer key) {
        static Row of(RowChange change) {
            return new Row(change.image(), ByteBuffer.wrap(change.key()));
        }
    }

    /** The row's state in the image, the state that the next change started from, and a description for messages. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Gap(byte @Nullable [] from, byte @Nullable [] to, String description) {}

    private final Map<Row, List<Gap>> gaps = new LinkedHashMap<>();
    private int open;
    private long notStored;

    /** Opens a gap: {@code change} starts from a state that differs from the row's state {@code from} in the image. */
    void open(RowChange change, byte @Nullable [] from, String description) {
        if (open == MAX) {
            notStored++;
            return;
        }
        open++;
        gaps.computeIfAbsent(Row.of(change), row -> new ArrayList<>(1))
                .add(new Gap(from, change.before(), description));
    }

    /**
     * Closes a gap that a change fills, or shortens a gap whose beginning or end the change fills. Returns true if there is such
     * a gap.
     *
     * @param mustFillAll whether the change must fill the entire gap
     */
    boolean fill(RowChange change, boolean mustFillAll) {
        Row row = Row.of(change);
        List<Gap> ofRow = gaps.get(row);
        if (ofRow == null) {
            return false;
        }
        for (Iterator<Gap> i = ofRow.iterator(); i.hasNext(); ) {
            Gap gap = i.next();
            boolean begins = Arrays.equals(gap.from, change.before());
            boolean ends = Arrays.equals(gap.to, change.after());
            if (mustFillAll ? begins && ends : begins || ends) {
                i.remove();
                open--;
                if (!begins || !ends) {
                    ofRow.add(new Gap(
                            begins ? change.after() : gap.from, ends ? change.before() : gap.to, gap.description));
                    open++;
                } else if (ofRow.isEmpty()) {
                    gaps.remove(row);
                }
                return true;
            }
        }
        return false;
    }

    boolean isEmpty() {
        return gaps.isEmpty();
    }

    long count() {
        return open + notStored;
    }

    /** Returns the description of the first open gap; {@code null} if there is none. */
    @Nullable
    String first() {
        return gaps.isEmpty() ? null : gaps.values().iterator().next().get(0).description;
    }
}
