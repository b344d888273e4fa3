// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import io.github.cdctester.internal.binlog.position.LogCursor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks by positions that a stream's transactions follow each other in the log without gaps. A second transaction at the same
 * position is a repetition, and a transaction inside an earlier gap is late. Confined to the reader's thread.
 */
final class PositionLedger {

    /** Per file. A transaction in a further gap is classified as unclear. */
    static final int MAX_GAPS = 1_024;

    private enum Arrival {
        NEXT,
        LATE,
        REPEATED,
        UNCLEAR
    }

    private LogCursor cursor = new LogCursor();
    private boolean isMeasured;
    private long jumps;
    private long knownGaps;

    // state of the current file
    private String file = "";
    private long lowest;
    private long highest;
    private boolean isBehind;
    private final List<long[]> gaps = new ArrayList<>();
    private boolean isFull;

    // state of the open transaction
    private boolean isOpen;
    private long beginOffset;
    private Arrival arrival = Arrival.NEXT;

    private long torn;
    private long gapsBefore;
    private long gapBytesBefore;
    private Incidents repeated = Incidents.NONE;
    private Incidents late = Incidents.NONE;
    private long unclear;
    private boolean hasSkippedKnown;
    private final List<String> tornNames = new ArrayList<>();
    private @Nullable String firstGap;

    void setCursor(LogCursor reader) {
        cursor = reader;
    }

    /** Starts the measured part at the cursor's position. Earlier transactions are not checked. */
    void windowOpened() {
        isMeasured = true;
        gaps.clear();
        updateCounters();
        restart(cursor.file(), cursor.offset());
    }

    /** The cursor is at the transaction's first event. */
    void begins() {
        isOpen = true;
        beginOffset = cursor.offset();
        arrival = Arrival.NEXT;
        if (jumps != cursor.jumps() || knownGaps != cursor.knownGaps() || isBehind || !file.equals(cursor.file())) {
            classify();
        }
    }

    /**
     * The cursor is after the transaction's last event.
     *
     * @param hasGtid true if a repetition can be found by GTID
     * @return true if events of a measured transaction are missing, unless it is a repetition
     */
    boolean ended(boolean isHeartbeat, boolean hasGtid) {
        boolean hasJumped = jumps != cursor.jumps() || knownGaps != cursor.knownGaps();
        if (!isOpen) {
            // the event that opens the transaction is missing, so its contents are unclear
            unclear += hasJumped && isMeasured ? 1 : 0;
            updateCounters();
            return false;
        }
        isOpen = false;
        if (arrival != Arrival.NEXT && isMeasured) {
            recordFault(isHeartbeat, hasGtid);
        }
        if (!hasJumped) {
            return false;
        }
        highest = Math.max(highest, Math.max(cursor.jumpFrom(), cursor.offset()));
        isBehind = cursor.offset() < highest;
        updateCounters();
        if (isMeasured && arrival != Arrival.REPEATED) {
            torn++;
            return true;
        }
        return false;
    }

    /** Returns true if transactions that follow without a gap are in order, so that they need no check. */
    boolean acceptsFollowers() {
        return !isBehind;
    }

    /** Call it if {@link #ended} returned true. */
    void recordTorn(String name) {
        if (tornNames.size() < Incidents.MAX_NAMES) {
            tornNames.add(name);
        }
    }

    private void recordFault(boolean isHeartbeat, boolean hasGtid) {
        String beginPosition = file + ":" + beginOffset;
        if (arrival == Arrival.LATE) {
            fill(beginOffset, cursor.offset());
        }
        if (arrival == Arrival.UNCLEAR) {
            unclear++;
        } else if (arrival == Arrival.LATE && !isHeartbeat) {
            late = late.plusFault(() -> beginPosition + " after " + file + ":" + highest);
        } else if (arrival == Arrival.REPEATED && !isHeartbeat && !hasGtid) {
            repeated = repeated.plusFault(() -> beginPosition + " again");
        }
    }

    private void classify() {
        boolean skippedKnown = knownGaps != cursor.knownGaps();
        if (skippedKnown || !file.equals(cursor.file())) {
            boolean isInOldFile = jumps != cursor.jumps() && cursor.jumpFile().equals(file);
            if (isInOldFile && !skippedKnown) {
                recordJump();
            }
            hasSkippedKnown |= skippedKnown && isMeasured;
            restart(cursor.file(), beginOffset);
            if (jumps != cursor.jumps() && !isInOldFile && !skippedKnown) {
                lowest = cursor.jumpFrom();
                highest = lowest;
                recordJump();
            }
        } else if (jumps != cursor.jumps()) {
            recordJump();
        }
        updateCounters();
        isBehind = beginOffset < highest;
        if (isBehind) {
            arrival = beginOffset < lowest
                    ? Arrival.UNCLEAR
                    : gapAt(beginOffset) >= 0 ? Arrival.LATE : isFull ? Arrival.UNCLEAR : Arrival.REPEATED;
        }
    }

    private void recordJump() {
        if (!isMeasured) {
            return;
        }
        unclear += cursor.jumps() - jumps - 1; // the cursor describes only the last jump
        highest = Math.max(highest, cursor.jumpFrom());
        long to = cursor.jumpTo();
        if (to > highest) {
            if (gaps.size() < MAX_GAPS) {
                gaps.add(new long[] {highest, to});
            } else {
                isFull = true;
                gapsBefore++;
                gapBytesBefore += to - highest;
            }
            highest = to;
        }
    }

    private void updateCounters() {
        jumps = cursor.jumps();
        knownGaps = cursor.knownGaps();
    }

    private void restart(String newFile, long offset) {
        for (long[] gap : gaps) {
            gapsBefore++;
            gapBytesBefore += gap[1] - gap[0];
            firstGap = firstGap == null ? file + ":" + gap[0] : firstGap;
        }
        gaps.clear();
        isFull = false;
        isBehind = false;
        file = newFile;
        lowest = offset;
        highest = offset;
    }

    private int gapAt(long offset) {
        for (int i = 0; i < gaps.size(); i++) {
            if (gaps.get(i)[0] <= offset && offset < gaps.get(i)[1]) {
                return i;
            }
        }
        return -1;
    }

    private void fill(long from, long to) {
        int index = gapAt(from);
        if (index < 0) {
            return;
        }
        long[] gap = gaps.remove(index);
        if (to < gap[1]) {
            gaps.add(index, new long[] {to, gap[1]});
        }
        if (gap[0] < from) {
            gaps.add(index, new long[] {gap[0], from});
        }
    }

    /** Call it in the reader's thread, or after the reader has ended. */
    StreamFindings.PositionFindings findings() {
        long bytes = gapBytesBefore;
        for (long[] gap : gaps) {
            bytes += gap[1] - gap[0];
        }
        return new StreamFindings.PositionFindings(
                new Incidents(torn, tornNames),
                Incidents.of(
                        gapsBefore + gaps.size(),
                        firstGap == null && !gaps.isEmpty() ? file + ":" + gaps.get(0)[0] : firstGap),
                bytes,
                repeated,
                late,
                unclear,
                hasSkippedKnown);
    }
}
