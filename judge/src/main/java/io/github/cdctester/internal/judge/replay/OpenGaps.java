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
 * Rows whose state changed without a change in the stream. A later change that fills such a gap is late. A gap that stays open is a
 * loss.
 */
final class OpenGaps {

    /** More are only counted. */
    static final int MAX = 10_000;

    /** A row, by its table and its key's bytes. */
    private record Row(TableImage image, ByteBuffer key) {
        static Row of(RowChange change) {
            return new Row(change.image(), ByteBuffer.wrap(change.key()));
        }
    }

    /** From which state to which, and if that was found. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Gap(byte @Nullable [] from, byte @Nullable [] to, String words) {}

    private final Map<Row, List<Gap>> gaps = new LinkedHashMap<>();
    private int open;
    private long forgotten;

    /** Opens a gap: a change starts from another state than the row's. */
    void open(RowChange change, byte @Nullable [] from, String words) {
        if (open == MAX) {
            forgotten++;
            return;
        }
        open++;
        gaps.computeIfAbsent(Row.of(change), row -> new ArrayList<>(1)).add(new Gap(from, change.before(), words));
    }

    /**
     * Returns true if a change belongs into a gap, which is closed then, or shorter.
     *
     * @param whole whether it must be all that lacks
     */
    boolean isFilledBy(RowChange change, boolean whole) {
        Row row = Row.of(change);
        List<Gap> ofRow = gaps.get(row);
        if (ofRow == null) {
            return false;
        }
        for (Iterator<Gap> i = ofRow.iterator(); i.hasNext(); ) {
            Gap gap = i.next();
            boolean begins = Arrays.equals(gap.from, change.before());
            boolean ends = Arrays.equals(gap.to, change.after());
            if (whole ? begins && ends : begins || ends) {
                i.remove();
                open--;
                if (!begins || !ends) {
                    ofRow.add(new Gap(begins ? change.after() : gap.from, ends ? change.before() : gap.to, gap.words));
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
        return open + forgotten;
    }

    /** The first that is open, in words. */
    @Nullable
    String first() {
        return gaps.isEmpty() ? null : gaps.values().iterator().next().get(0).words;
    }
}
