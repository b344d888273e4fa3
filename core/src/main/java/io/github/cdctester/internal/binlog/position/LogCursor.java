// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.position;

import io.github.cdctester.internal.binlog.event.EventFramer;
import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.ByteBuffer;

/**
 * The reader's place in the log: the file, and a 64-bit offset computed from event lengths. The positions in event headers have 32
 * bits only, are zero inside MariaDB's transactions, and may skip events that the server does not send.
 */
public final class LogCursor {

    /** A step that looks longer than this is one back: no server keeps so much to itself. */
    private static final long MAX_GAP = 3L << 30;

    private String file = "";
    private long offset;

    /** Position of the reader before the stream went back; 0 if it never did. */
    private long wentBackFrom;

    private long omittedBytes;

    private long jumps;
    private String jumpFile = "";
    private long jumpFrom;
    private long jumpTo;
    private long passes;

    /** Its name, empty while unknown. */
    public String file() {
        return file;
    }

    /** Bytes from the file's beginning. */
    public long offset() {
        return offset;
    }

    /** Bytes of the log that the server did not send; their events cannot be counted. */
    public long omittedBytes() {
        return omittedBytes;
    }

    /** Number of events that did not start at the previous event's end: the server omitted events, or went back. */
    public long jumps() {
        return jumps;
    }

    /** Its name, empty before the first jump. */
    public String jumpFile() {
        return jumpFile;
    }

    /** Returns the start of the last jump. */
    public long jumpFrom() {
        return jumpFrom;
    }

    /** Returns the end of the last jump: an offset in its file, lower than its start if the stream went back. */
    public long jumpTo() {
        return jumpTo;
    }

    /**
     * Returns how often the server passed over events that the reader has; such gaps are no losses.
     *
     * @return events that do not start at the end of the one before
     */
    public long passes() {
        return passes;
    }

    /** Compares places. */
    public boolean isAt(LogCursor other) {
        return offset == other.offset && file.equals(other.file);
    }

    /** Goes to another file and offset, in bytes from its beginning. */
    public void moveTo(String newFile, long newOffset) {
        file = newFile;
        offset = newOffset;
        wentBackFrom = 0;
    }

    /**
     * Finds whether the server kept something to itself before an event, or went back in the log: then so does the place, and
     * nothing counts as kept to itself up to where the reader had been.
     *
     * @param endPosition the header's {@code log_pos}: the low 32 bits of its end, or 0 for none
     */
    public void skipTo(long length, long endPosition) {
        if (endPosition != 0) {
            long before = offset;
            step(length, endPosition);
            omittedBytes += Math.max(0, offset - Math.max(before, wentBackFrom));
            if (offset < before) {
                wentBackFrom = Math.max(before, wentBackFrom);
            }
            if (offset != before) {
                jumps++;
                jumpFile = file;
                jumpFrom = before;
                jumpTo = offset;
            }
        }
    }

    /**
     * Goes to where an event begins, in a dump that passes over transactions the reader has.
     *
     * @param length the event's length; 0 to go to the position itself
     * @param endPosition the header's {@code log_pos}: the low 32 bits of its end, or 0 for none
     */
    public void passTo(long length, long endPosition) {
        long before = offset;
        if (endPosition != 0) {
            step(length, endPosition);
        }
        passes += offset == before ? 0 : 1;
    }

    private void step(long length, long endPosition) {
        long gap = endPosition - length - offset & 0xFFFF_FFFFL;
        long back = offset + gap - (1L << 32);
        offset = gap < MAX_GAP || back < 0 ? offset + gap : back;
    }

    /** Steps over an event of the log. */
    public void advance(long length) {
        offset += length;
    }

    /**
     * Follows a ROTATE event: {@code position(8) name}.
     *
     * @param checksumBytes 4 if the event is known to end with a checksum: the first ROTATE comes before the format
     *     description reports it, and old PolarDB-X versions always add one
     */
    public void rotate(ByteBuffer buffer, int at, long length, int checksumBytes) throws StreamProtocolException {
        int name = EventFramer.HEADER_BYTES + 8;
        int nameLength = (int) Math.min(length, EventFramer.PREFIX_BYTES) - name;
        if (nameLength < 1) {
            throw new StreamProtocolException("a ROTATE event of " + length + " bytes");
        }
        byte[] bytes = new byte[nameLength];
        buffer.get(at + name, bytes);
        String stripped = EventFramer.text(bytes, 0, nameLength - checksumBytes);
        String other = EventFramer.text(bytes, 0, nameLength - (4 - checksumBytes));
        String newFile = !looksLikeFile(stripped) && looksLikeFile(other) ? other : stripped;
        if (newFile.isEmpty()) {
            throw new StreamProtocolException("a ROTATE event without a name");
        }
        moveTo(newFile, buffer.getLong(at + name - 8));
    }

    private static boolean looksLikeFile(String name) {
        int dot = name.lastIndexOf('.');
        return dot > 0 && dot < name.length() - 1 && name.chars().skip(dot + 1L).allMatch(c -> c >= '0' && c <= '9');
    }
}
