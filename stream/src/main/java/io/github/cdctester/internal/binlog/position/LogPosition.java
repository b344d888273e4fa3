// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.position;

/**
 * A position in the log: the end of a complete transaction, or of an event outside a transaction.
 *
 * @param offset bytes from the start of the file; not limited to the 32 bits of event headers
 */
public record LogPosition(String file, long offset) {

    /** Offset of a log file's first event, after the magic bytes. */
    public static final long FIRST_EVENT = 4;

    /** Unknown position: the server does not report one, or the stream starts by GTIDs. */
    public static final LogPosition NOWHERE = new LogPosition("", 0);

    /**
     * Compares two positions of one log. Files are ordered by the number at the end of their names. The server
     * increments the number, and adds a digit if necessary ({@code binlog.999999} comes before {@code binlog.1000000}).
     *
     * @return true if this position equals the other position or lies after it
     */
    public boolean isAtOrAfter(String otherFile, long otherOffset) {
        if (file.equals(otherFile)) {
            return offset >= otherOffset;
        }
        int byLength = Integer.compare(file.length(), otherFile.length());
        return (byLength != 0 ? byLength : file.compareTo(otherFile)) > 0;
    }

    @Override
    public String toString() {
        return file + ":" + offset;
    }
}
