// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.reference;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Ends of transactions in the files of the log. Positions are modulo 4 GiB, like in event headers: only a file with a larger
 * transaction could have two equal positions.
 */
public final class LogPlaces {

    /** The place of a position that is not the end of a transaction. */
    public enum Miss {
        BEFORE,
        BEHIND_END,
        NO_END
    }

    private static final int FIRST = 1_024;

    private static final class OfFile {
        private final String name;
        private final int firstIndex;
        private int count;

        OfFile(String name, int firstIndex) {
            this.name = name;
            this.firstIndex = firstIndex;
        }

        void add() {
            count++;
        }

        boolean has(int index) {
            return index >= firstIndex && index < firstIndex + count;
        }
    }

    private final LedgerMemory memory;
    private final List<OfFile> files = new ArrayList<>();
    /** Less half of 4 GiB, so that they ascend within a file. */
    private int[] ends = new int[FIRST];

    private int count;
    private boolean unclear;
    private boolean full;

    public LogPlaces(LedgerMemory memory) {
        this.memory = memory;
    }

    void add(String file, long end) {
        OfFile last = files.isEmpty() ? null : files.get(files.size() - 1);
        if (last == null || !last.name.equals(file)) {
            // the stream continued at another server, whose files have the same names
            unclear |= of(file) != null;
            last = new OfFile(file, count);
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

    /** Returns true if positions do not identify transactions any more, or are not all known. */
    public boolean isUnclear() {
        return unclear || full;
    }

    private @Nullable OfFile of(String file) {
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

    /** Returns its end, modulo 4 GiB. */
    public long lastEnd() {
        return count == 0 ? 0 : end(count - 1);
    }

    /** The index of the transaction that ends at a position, or -1. */
    public int indexOf(String file, long position) {
        OfFile of = of(file);
        int wanted = (int) position + Integer.MIN_VALUE;
        return of == null
                ? -1
                : Math.max(-1, Arrays.binarySearch(ends, of.firstIndex, of.firstIndex + of.count, wanted));
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
    public Miss classifyMiss(String file, long position) {
        if (files.isEmpty()) {
            return Miss.BEHIND_END;
        }
        OfFile first = files.get(0);
        OfFile last = files.get(files.size() - 1);
        OfFile of = of(file);
        if (of == null) {
            return file.compareTo(first.name) < 0 ? Miss.BEFORE : Miss.NO_END;
        }
        if (of == first && (position & 0xFFFF_FFFFL) < end(of.firstIndex)) {
            return Miss.BEFORE;
        }
        return of == last && (position & 0xFFFF_FFFFL) > end(of.firstIndex + Math.max(0, of.count - 1))
                ? Miss.BEHIND_END
                : Miss.NO_END;
    }

    /** Returns the start of a transaction, or a place before it. */
    public LogPosition positionBefore(int index) {
        OfFile file = files.get(0);
        for (OfFile of : files) {
            file = of.firstIndex <= index ? of : file;
        }
        return new LogPosition(file.name, index > file.firstIndex ? end(index - 1) : LogPosition.FIRST_EVENT);
    }

    /** How the end of a transaction is written. */
    String name(int index) {
        for (OfFile of : files) {
            if (of.has(index)) {
                return of.name + ":" + end(index);
            }
        }
        return "transaction " + index;
    }
}
