// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * End positions of transactions in the log files. Reported positions may be modulo 4 GiB, like in event headers. They are unique
 * within a file whose ends span less than 4 GiB.
 */
public final class LogPositions {

    private static final int INITIAL_CAPACITY = 1_024;
    private static final long MAX_OF_HEADER = 0xFFFF_FFFFL;

    private static final class FileEnds {
        private final String name;
        private final int firstIndex;
        private final long firstEnd;
        private int count;

        FileEnds(String name, int firstIndex, long firstEnd) {
            this.name = name;
            this.firstIndex = firstIndex;
            this.firstEnd = firstEnd;
        }

        int stored(long end) {
            return (int) (end - firstEnd) + Integer.MIN_VALUE;
        }

        boolean contains(int index) {
            return index >= firstIndex && index < firstIndex + count;
        }
    }

    private final LedgerMemory memory;
    private final List<FileEnds> files = new ArrayList<>();
    /** Distances from the file's first end, minus 2 GiB, so that signed values ascend within a file. */
    private int[] ends = new int[INITIAL_CAPACITY];

    private int count;
    private boolean isAmbiguous;
    private boolean full;

    public LogPositions(LedgerMemory memory) {
        this.memory = memory;
    }

    void add(String file, long end) {
        FileEnds last = files.isEmpty() ? null : files.get(files.size() - 1);
        if (last == null || !last.name.equals(file)) {
            // a file name occurs again if the stream continued at another server
            isAmbiguous |= find(file) != null;
            last = new FileEnds(file, count, end);
            files.add(last);
        }
        if (full || count == ends.length && !grow()) {
            full = true;
            return;
        }
        int stored = last.stored(end);
        isAmbiguous |= (end - last.firstEnd & ~MAX_OF_HEADER) != 0 || last.count > 0 && stored <= ends[count - 1];
        ends[count++] = stored;
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
        return isAmbiguous || full;
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
        return count == 0 ? 0 : end(files.get(files.size() - 1), count - 1) & MAX_OF_HEADER;
    }

    /** Returns -1 if no transaction ends at this position. */
    public int indexOf(String file, long position) {
        FileEnds fileEnds = find(file);
        return fileEnds == null
                ? -1
                : Math.max(
                        -1,
                        Arrays.binarySearch(
                                ends,
                                fileEnds.firstIndex,
                                fileEnds.firstIndex + fileEnds.count,
                                fileEnds.stored(position)));
    }

    private long end(FileEnds file, int index) {
        return file.firstEnd + Integer.toUnsignedLong(ends[index] + Integer.MIN_VALUE);
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
                bytes += end(file, lastOfFile) - (file.contains(index) ? end(file, index) : LogPosition.FIRST_EVENT);
            }
        }
        return bytes;
    }

    /**
     * Returns true if a position at which no known transaction ends is inside the log, or in a later file that was not read.
     *
     * @param position modulo 4 GiB
     */
    public boolean isInsideOrInLaterFile(String file, long position) {
        if (files.isEmpty() || isUnclear()) {
            return false;
        }
        FileEnds first = files.get(0);
        FileEnds last = files.get(files.size() - 1);
        FileEnds fileEnds = find(file);
        if (fileEnds == null) {
            return new LogPosition(file, 0).isAtOrAfter(first.name, 0);
        }
        int lastIndex = fileEnds.firstIndex + fileEnds.count - 1;
        return fileEnds.stored(position) <= ends[lastIndex]
                || fileEnds != (position < fileEnds.firstEnd ? first : last);
    }

    /** Returns the start of a transaction, or a position before the start at which a dump can begin. */
    public LogPosition positionBefore(int index) {
        FileEnds file = files.get(0);
        for (FileEnds fileEnds : files) {
            file = fileEnds.firstIndex <= index ? fileEnds : file;
        }
        int before = index - 1;
        while (before >= file.firstIndex && end(file, before) > MAX_OF_HEADER) {
            before--;
        }
        return new LogPosition(file.name, before < file.firstIndex ? LogPosition.FIRST_EVENT : end(file, before));
    }

    /** Returns the end position as {@code file:position}. */
    String name(int index) {
        for (FileEnds fileEnds : files) {
            if (fileEnds.contains(index)) {
                return fileEnds.name + ":" + end(fileEnds, index);
            }
        }
        return "transaction " + index;
    }
}
