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
 * The open gaps of a replay. A gap is a row state that no change in the stream explains. If a later change fills a gap, this
 * change is late. A gap that stays open is a loss.
 */
final class OpenGaps {

    /** Maximum number of stored gaps. Further gaps are only counted. */
    static final int MAX_GAPS = 10_000;

    private record Row(TableImage image, ByteBuffer key) {
        static Row of(RowChange change) {
            return new Row(change.image(), ByteBuffer.wrap(change.key()));
        }
    }

    /** A gap between the row's state in the image ({@code from}) and the state that the next change started from ({@code to}). */
    @SuppressWarnings("ArrayRecordComponent") // instances are never compared
    private record Gap(byte @Nullable [] from, byte @Nullable [] to, String description) {}

    private final Map<Row, List<Gap>> gaps = new LinkedHashMap<>();
    private int openCount;
    private long notStored;

    /** Opens a gap, because {@code change} starts from another state than the row's state {@code from} in the image. */
    void open(RowChange change, byte @Nullable [] from, String description) {
        if (openCount == MAX_GAPS) {
            notStored++;
            return;
        }
        openCount++;
        gaps.computeIfAbsent(Row.of(change), row -> new ArrayList<>(1))
                .add(new Gap(from, change.before(), description));
    }

    /**
     * Closes a gap that a change fills, or shortens a gap whose beginning or end the change fills. Returns true if the change
     * fills a gap at least partly.
     *
     * @param mustFillEntirely whether the change must fill the entire gap
     */
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

    /** Returns the description of the first open gap; {@code null} if there is none. */
    @Nullable
    String first() {
        return gaps.isEmpty() ? null : gaps.values().iterator().next().get(0).description;
    }
}
