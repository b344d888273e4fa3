// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * End positions of transactions in the log files, modulo 4 GiB, like in event headers. They are unique within a file, unless it
 * contains a transaction of 4 GiB or more.
 */
public final class LogPositions {

    private static final int INITIAL_CAPACITY = 1_024;

    private static final class FileEnds {
        private final String name;
        private final int firstIndex;
        private int count;

        FileEnds(String name, int firstIndex) {
            this.name = name;
            this.firstIndex = firstIndex;
        }

        boolean contains(int index) {
            return index >= firstIndex && index < firstIndex + count;
        }
    }

    private final LedgerMemory memory;
    private final List<FileEnds> files = new ArrayList<>();
    /** Minus 2 GiB, so that signed values ascend within a file. */
    private int[] ends = new int[INITIAL_CAPACITY];

    private int count;
    private boolean hasRepeatedFile;
    private boolean full;

    public LogPositions(LedgerMemory memory) {
        this.memory = memory;
    }

    void add(String file, long end) {
        FileEnds last = files.isEmpty() ? null : files.get(files.size() - 1);
        if (last == null || !last.name.equals(file)) {
            // a file name occurs again if the stream continued at another server
            hasRepeatedFile |= find(file) != null;
            last = new FileEnds(file, count);
            files.add(last);
        }
        if (full || count == ends.length && !grow()) {
            full = true;
            return;
        }
        ends[count++] = (int) end + Integer.MIN_VALUE;
        last.count++;
    }

    private boolean grow() {
        if (!memory.take((long) count * Integer.BYTES)) {
            return false;
        }
        ends = Arrays.copyOf(ends, 2 * count);
        return true;
    }

    /** Returns true if positions do not identify transactions, because they are ambiguous or incomplete. */
    public boolean isUnclear() {
        return hasRepeatedFile || full;
    }

    private @Nullable FileEnds find(String file) {
        for (int i = files.size() - 1; i >= 0; i--) {
            if (files.get(i).name.equals(file)) {
                return files.get(i);
            }
        }
        return null;
    }

    public String lastFile() {
        return files.isEmpty() ? "" : files.get(files.size() - 1).name;
    }

    /** Modulo 4 GiB; 0 if there is no transaction. */
    public long lastEnd() {
        return count == 0 ? 0 : end(count - 1);
    }

    /** Returns -1 if no transaction ends at this position. */
    public int indexOf(String file, long position) {
        FileEnds fileEnds = find(file);
        int target = (int) position + Integer.MIN_VALUE;
        return fileEnds == null
                ? -1
                : Math.max(
                        -1,
                        Arrays.binarySearch(
                                this.ends, fileEnds.firstIndex, fileEnds.firstIndex + fileEnds.count, target));
    }

    private long end(int index) {
        return Integer.toUnsignedLong(ends[index] + Integer.MIN_VALUE);
    }

    /** Returns the bytes from the end of a transaction to the end of the last one read; -1 if unknown. */
    public long bytesAfter(int index) {
        return bytesBetween(index, count - 1);
    }

    /** Returns the bytes from the end of a transaction to the end of {@code last}; -1 if unknown. */
    long bytesBetween(int index, int last) {
        if (isUnclear() || index < 0) {
            return -1;
        }
        long bytes = 0;
        for (int i = files.size() - 1; i >= 0 && files.get(i).firstIndex + files.get(i).count > index; i--) {
            FileEnds file = files.get(i);
            int lastOfFile = Math.min(last, file.firstIndex + file.count - 1);
            if (lastOfFile >= Math.max(index, file.firstIndex)) {
                long from = file.contains(index) ? end(index) : LogPosition.FIRST_EVENT;
                bytes += end(lastOfFile) - from & 0xFFFF_FFFFL;
            }
        }
        return bytes;
    }

    /**
     * Returns true if a position at which no known transaction ends is inside the log, or in a later file that was not read.
     */
    public boolean isInsideOrInLaterFile(String file, long position) {
        if (files.isEmpty()) {
            return false;
        }
        FileEnds first = files.get(0);
        FileEnds last = files.get(files.size() - 1);
        FileEnds fileEnds = find(file);
        if (fileEnds == null) {
            return file.compareTo(first.name) >= 0;
        }
        long offset = position & 0xFFFF_FFFFL;
        return (fileEnds != first || offset >= end(fileEnds.firstIndex))
                && (fileEnds != last || offset <= end(fileEnds.firstIndex + Math.max(0, fileEnds.count - 1)));
    }

    /** Returns the start of a transaction, or a position before the start. */
    public LogPosition positionBefore(int index) {
        FileEnds file = files.get(0);
        for (FileEnds fileEnds : files) {
            file = fileEnds.firstIndex <= index ? fileEnds : file;
        }
        return new LogPosition(file.name, index > file.firstIndex ? end(index - 1) : LogPosition.FIRST_EVENT);
    }

    /** Returns the end position as {@code file:position}. */
    String name(int index) {
        for (FileEnds fileEnds : files) {
            if (fileEnds.contains(index)) {
                return fileEnds.name + ":" + end(index);
            }
        }
        return "transaction " + index;
    }
}
