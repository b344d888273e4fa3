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
 * The open gaps of a replay: row states that no change explains. A later change that fills a gap is late. A gap that stays open
 * is a loss.
 */
final class OpenGaps {

    /** Further gaps are only counted. */
    static final int MAX_GAPS = 10_000;

    private record Row(TableImage image, ByteBuffer key) {
        static Row of(RowChange change) {
            return new Row(change.image(), ByteBuffer.wrap(change.key()));
        }
    }

    /** A gap between the row's state in the image ({@code from}) and the start of the next change ({@code to}). */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Gap(byte @Nullable [] from, byte @Nullable [] to, String description) {}

    private final Map<Row, List<Gap>> gaps = new LinkedHashMap<>();
    private int openCount;
    private long notStored;

    void open(RowChange change, byte @Nullable [] from, String description) {
        if (openCount == MAX_GAPS) {
            notStored++;
            return;
        }
        openCount++;
        gaps.computeIfAbsent(Row.of(change), row -> new ArrayList<>(1))
                .add(new Gap(from, change.before(), description));
    }

    /** Closes the gap, or shortens it. Returns true if the change fills a gap at least partly. */
    boolean fill(RowChange change, boolean mustFillEntirely) {
        Row row = Row.of(change);
        List<Gap> rowGaps = gaps.get(row);
        if (rowGaps == null) {
            return false;
        }
        for (Iterator<Gap> i = rowGaps.iterator(); i.hasNext(); ) {
            Gap gap = i.next();
            boolean fillsStart = Arrays.equals(gap.from, change.before());
            boolean fillsEnd = Arrays.equals(gap.to, change.after());
            if (mustFillEntirely ? fillsStart && fillsEnd : fillsStart || fillsEnd) {
                i.remove();
                openCount--;
                if (!fillsStart || !fillsEnd) {
                    rowGaps.add(new Gap(
                            fillsStart ? change.after() : gap.from,
                            fillsEnd ? change.before() : gap.to,
                            gap.description));
                    openCount++;
                } else if (rowGaps.isEmpty()) {
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
        return openCount + notStored;
    }

    /** {@code null} if there is no open gap. */
    @Nullable
    String first() {
        return gaps.isEmpty() ? null : gaps.values().iterator().next().get(0).description;
    }
}
