// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.position;

import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Position of the reader: a file, and a 64-bit offset computed from event lengths. Positions in event headers have only 32 bits,
 * are zero inside MariaDB's transactions, and may skip events that the server does not send.
 */
public final class LogCursor {

    /** No server omits that many bytes, so a longer forward step is a step back within the file. */
    private static final long MAX_GAP_BYTES = 3L << 30;

    private static final long NONE = -1;

    private String file = "";
    private long offset;

    /** Highest offset before the stream went back in this file; 0 if it never went back. */
    private long highestOffset;

    /** Written by the reader's thread, only if the server omits bytes. */
    private volatile long omittedBytes;

    /** {@code null} if no bytes are missing in this file. */
    private @Nullable LogGaps gaps;

    /** Start of the bytes that were read since the stream went back, and may fill a gap; {@link #NONE} for none. */
    private long lateFrom = NONE;

    private long jumps;
    private String jumpFile = "";
    private long jumpFrom;
    private long jumpTo;
    private long knownGaps;

    /** Returns empty while unknown. */
    public String file() {
        return file;
    }

    public long offset() {
        return offset;
    }

    /**
     * Returns the number of log bytes that the server did not send; their events cannot be counted. Excludes bytes that arrived
     * late. Thread-safe.
     */
    public long omittedBytes() {
        return omittedBytes;
    }

    /** Counts events that did not start at the end of the previous event: the server omitted events, or went back. */
    public long jumps() {
        return jumps;
    }

    public String jumpFile() {
        return jumpFile;
    }

    public long jumpFrom() {
        return jumpFrom;
    }

    /** Returns a lower offset than {@link #jumpFrom()} if the stream went back. */
    public long jumpTo() {
        return jumpTo;
    }

    /** In these gaps, the server left out transactions that the reader already has; they are not losses. */
    public long knownGaps() {
        return knownGaps;
    }

    public boolean isAt(LogCursor other) {
        return offset == other.offset && file.equals(other.file);
    }

    public void moveTo(String newFile, long newOffset) {
        file = newFile;
        offset = newOffset;
        highestOffset = 0;
        if (gaps != null) {
            forgetGaps();
        }
    }

    /** The missing bytes remain counted, even if they arrive later. */
    public void forgetGaps() {
        gaps = null;
        lateFrom = NONE;
    }

    /** Subtracts bytes that have arrived late from the omitted ones. Call it only if the bytes before the cursor were counted. */
    public void countLateBytes() {
        if (lateFrom != NONE) {
            countLateBytesUntil(offset);
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only the reader's thread writes this field
    private void countLateBytesUntil(long end) {
        if (lateFrom != NONE && gaps != null) {
            long lateBytes = gaps.fill(lateFrom, end);
            if (lateBytes > 0) {
                omittedBytes -= lateBytes;
            }
            lateFrom = end < highestOffset ? end : NONE;
        }
    }

    /**
     * Moves to the start of an event, and counts the omitted bytes before it. If the server went back, counts only bytes past the
     * highest previous offset, and subtracts omitted bytes that have now arrived.
     *
     * @param endPosition the header's {@code log_pos}: the low 32 bits of the end of the event, or 0 for none
     */
    public void skipTo(long length, long endPosition) {
        if (endPosition != 0) {
            long previousOffset = offset;
            step(length, endPosition);
            if (offset != previousOffset) {
                recordJump(previousOffset);
            }
        }
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // only the reader's thread writes this field
    private void recordJump(long previousOffset) {
        countLateBytesUntil(previousOffset);
        long highest = Math.max(previousOffset, highestOffset);
        if (offset > highest) {
            omittedBytes += offset - highest;
            gaps = gaps == null ? new LogGaps() : gaps;
            gaps.add(highest, offset);
        }
        if (offset < previousOffset) {
            highestOffset = highest;
        }
        lateFrom = gaps != null && offset < highest ? offset : NONE;
        jumps++;
        jumpFile = file;
        jumpFrom = previousOffset;
        jumpTo = offset;
    }

    /**
     * Counts no omitted bytes, because the dump leaves out transactions that the reader already has.
     *
     * @param length 0 to move to {@code endPosition} itself
     * @param endPosition the header's {@code log_pos}: the low 32 bits of the end of the event, or 0 for none
     */
    public void skipKnownTo(long length, long endPosition) {
        long previousOffset = offset;
        if (endPosition != 0) {
            step(length, endPosition);
        }
        if (offset != previousOffset) {
            countLateBytesUntil(previousOffset);
            lateFrom = gaps != null && offset < highestOffset ? offset : NONE;
            knownGaps++;
        }
    }

    private void step(long length, long endPosition) {
        long gap = endPosition - length - offset & 0xFFFF_FFFFL;
        long offsetAfterJump = offset + gap - (1L << 32);
        offset = gap < MAX_GAP_BYTES || offsetAfterJump < 0 ? offset + gap : offsetAfterJump;
    }

    public void advance(long length) {
        offset += length;
    }

    /**
     * Moves to the target of a ROTATE event: {@code position(8) name}.
     *
     * @param checksumBytes 4 or 0. May be wrong: the first ROTATE precedes the format description, and old PolarDB-X versions
     *     always add a checksum.
     */
    public void rotate(ByteBuffer buffer, int index, long length, int checksumBytes) throws StreamProtocolException {
        int nameOffset = EventFramer.HEADER_BYTES + 8;
        int nameLength = (int) Math.min(length, EventFramer.PREFIX_BYTES) - nameOffset;
        if (nameLength < 1) {
            throw new StreamProtocolException("a ROTATE event of " + length + " bytes");
        }
        byte[] bytes = new byte[nameLength];
        buffer.get(index + nameOffset, bytes);
        String expectedName = EventFramer.text(bytes, 0, nameLength - checksumBytes);
        String alternativeName = EventFramer.text(bytes, 0, nameLength - (4 - checksumBytes));
        String newFile =
                !looksLikeFile(expectedName) && looksLikeFile(alternativeName) ? alternativeName : expectedName;
        if (newFile.isEmpty()) {
            throw new StreamProtocolException("a ROTATE event without a name");
        }
        moveTo(newFile, buffer.getLong(index + nameOffset - 8));
    }

    private static boolean looksLikeFile(String name) {
        int dot = name.lastIndexOf('.');
        return dot > 0 && dot < name.length() - 1 && name.chars().skip(dot + 1L).allMatch(c -> c >= '0' && c <= '9');
    }
}
