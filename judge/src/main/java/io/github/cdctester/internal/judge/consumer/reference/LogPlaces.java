// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * End positions of transactions, by log file. Positions are modulo 4 GiB, like in event headers. Two equal positions in one file
 * require a transaction larger than 4 GiB.
 */
public final class LogPlaces {

    /** Classifies a position that is not the end of a transaction. */
    public enum Miss {
        BEFORE,
        BEHIND_END,
        NO_END
    }

    private static final int FIRST = 1_024;

    private static final class FileRange {
        private final String name;
        private final int firstIndex;
        private int count;

        FileRange(String name, int firstIndex) {
            this.name = name;
            this.firstIndex = firstIndex;
        }

        void add() {
            count++;
        }

        boolean contains(int index) {
            return index >= firstIndex && index < firstIndex + count;
        }
    }

    private final LedgerMemory memory;
    private final List<FileRange> files = new ArrayList<>();
    /** End positions modulo 4 GiB, minus 2 GiB: as signed ints they ascend within a file. */
    private int[] ends = new int[FIRST];

    private int count;
    private boolean unclear;
    private boolean full;

    public LogPlaces(LedgerMemory memory) {
        this.memory = memory;
    }

    void add(String file, long end) {
        FileRange last = files.isEmpty() ? null : files.get(files.size() - 1);
        if (last == null || !last.name.equals(file)) {
            // the stream continued on another server with the same file names
            unclear |= find(file) != null;
            last = new FileRange(file, count);
            files.add(last);
        }
        if (full || count == ends.length && !grow()) {
            full = true;
            return;
        }
        ends[count++] = (int) end + Integer.MIN_VALUE;
        last.add();
    }

    private boolean grow() {
        if (!memory.take((long) count * Integer.BYTES)) {
            return false;
        }
        ends = Arrays.copyOf(ends, 2 * count);
        return true;
    }

    /** Returns true if positions are ambiguous or incomplete. */
    public boolean isUnclear() {
        return unclear || full;
    }

    private @Nullable FileRange find(String file) {
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

    /** Returns the end position of the last transaction, modulo 4 GiB. */
    public long lastEnd() {
        return count == 0 ? 0 : end(count - 1);
    }

    /** Returns the log index of the transaction that ends at a position; -1 if there is none. */
    public int indexOf(String file, long position) {
        FileRange range = find(file);
        int wanted = (int) position + Integer.MIN_VALUE;
        return range == null
                ? -1
                : Math.max(-1, Arrays.binarySearch(ends, range.firstIndex, range.firstIndex + range.count, wanted));
    }

    private long end(int index) {
        return Integer.toUnsignedLong(ends[index] + Integer.MIN_VALUE);
    }

    /** Returns the bytes of the log after the end of a transaction; -1 if unknown. */
    public long bytesAfter(int index) {
        if (isUnclear() || index < 0) {
            return -1;
        }
        long bytes = 0;
        for (int i = files.size() - 1; i >= 0 && files.get(i).firstIndex + files.get(i).count > index; i--) {
            OfFile file = files.get(i);
            long from = file.has(index) ? end(index) : LogPosition.FIRST_EVENT;
            bytes += end(file.firstIndex + file.count - 1) - from & 0xFFFF_FFFFL;
        }
        return bytes;
    }

    /** Classifies a position that is no transaction's end. */
    public Miss miss(String file, long position) {
        if (files.isEmpty()) {
            return Miss.BEHIND_END;
        }
        FileRange first = files.get(0);
        FileRange last = files.get(files.size() - 1);
        FileRange range = find(file);
        if (range == null) {
            return file.compareTo(first.name) < 0 ? Miss.BEFORE : Miss.NO_END;
        }
        if (range == first && (position & 0xFFFF_FFFFL) < end(range.firstIndex)) {
            return Miss.BEFORE;
        }
        return range == last && (position & 0xFFFF_FFFFL) > end(range.firstIndex + Math.max(0, range.count - 1))
                ? Miss.BEHIND_END
                : Miss.NO_END;
    }

    /** Returns a log position at or before the start of a transaction. */
    public LogPosition before(int index) {
        FileRange file = files.get(0);
        for (FileRange range : files) {
            file = range.firstIndex <= index ? range : file;
        }
        return new LogPosition(file.name, index > file.firstIndex ? end(index - 1) : LogPosition.FIRST_EVENT);
    }

    /** Returns the end position of a transaction as {@code file:position}. */
    String name(int index) {
        for (FileRange range : files) {
            if (range.contains(index)) {
                return range.name + ":" + end(index);
            }
        }
        return "transaction " + index;
    }
}
