// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.position;

/**
 * The end of a complete transaction, or of an event outside a transaction. {@code offset} is not limited to the 32 bits of event
 * headers.
 */
public record LogPosition(String file, long offset) {

    /** Offset after the magic bytes of a log file. */
    public static final long FIRST_EVENT = 4;

    /** Used if the server does not report a position, or the stream starts by GTIDs. */
    public static final LogPosition NOWHERE = new LogPosition("", 0);

    /**
     * Orders files of one log by the number at the end of their names. The server adds a digit if necessary ({@code binlog.999999}
     * comes before {@code binlog.1000000}).
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
