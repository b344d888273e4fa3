// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import io.github.cdctester.internal.binlog.event.StreamProtocolException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * MySQL's global transaction ids: intervals of numbers for each server and tag (MySQL 8.3 and newer). Adjacent intervals are
 * joined, so the size depends on the number of gaps.
 */
public final class GtidSet implements Gtids {

    /** Limit for combinations of UUID and tag. */
    static final int MAX_SOURCES = 1 << 14;

    /** Limit for the intervals of all sources together; each interval takes 16 bytes. */
    static final int MAX_INTERVALS = 1 << 19;

    static final byte TAGGED = 1;
    private static final int UUID_BYTES = 16;
    private static final int INTERVAL_BYTES = 16;

    /** Sorted in the server's order; each source contains at least one number. */
    private final List<GtidSource> sources = new ArrayList<>();

    private @Nullable GtidSource lastAdded;

    /**
     * @param text such as {@code uuid:1-5:7, uuid:1-3:tag:9}; case, spaces and line breaks do not matter; an empty string is the
     *     empty set
     * @throws IllegalArgumentException if the text is not in this form
     */
    public static GtidSet parse(String text) {
        return GtidSetText.parse(text);
    }

    /**
     * Encodes the set for COM_BINLOG_DUMP_GTID and PREVIOUS_GTIDS: {@code n(8)}, then for each source {@code uuid(16) intervals(8)
     * {start(8) end(8)}}.
     *
     * <p>If there are tags, the first eight bytes are {@code 1, n(6), 1}; the last of them distinguishes the two formats. Each UUID
     * is then followed by its tag: one byte with twice the length (an integer in the server's serialisation format), and the
     * characters.
     */
    public byte[] encode() {
        boolean hasTags = sources.stream().anyMatch(source -> !source.tag().isEmpty());
        ByteBuffer bytes = ByteBuffer.allocate(size(hasTags)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(hasTags ? (long) TAGGED << 56 | (long) sources.size() << 8 | TAGGED : sources.size());
        for (GtidSource source : sources) {
            bytes.order(ByteOrder.BIG_ENDIAN).putLong(source.high()).putLong(source.low());
            if (hasTags) {
                bytes.put((byte) (source.tag().length() << 1));
                bytes.put(source.tag().getBytes(StandardCharsets.US_ASCII));
            }
            GtidIntervals numbers = source.numbers();
            bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(numbers.count());
            for (int i = 0; i < numbers.count(); i++) {
                bytes.putLong(numbers.start(i)).putLong(numbers.end(i));
            }
        }
        return bytes.array();
    }

    /**
     * @throws BufferUnderflowException if the bytes end too early
     * @throws IllegalArgumentException if an interval is empty, or starts below 1
     */
    public static GtidSet decode(byte[] encoded) {
        ByteBuffer bytes = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
        GtidSet set = new GtidSet();
        long head = bytes.getLong();
        boolean hasTags = head >>> 56 == TAGGED;
        for (long remainingSources = hasTags ? head << 8 >>> 16 : head; remainingSources > 0; remainingSources--) {
            bytes.order(ByteOrder.BIG_ENDIAN);
            long high = bytes.getLong();
            long low = bytes.getLong();
            byte[] tag = new byte[hasTags ? (bytes.get() & 0xFF) >> 1 : 0];
            bytes.get(tag).order(ByteOrder.LITTLE_ENDIAN);
            for (long remainingIntervals = bytes.getLong(); remainingIntervals > 0; remainingIntervals--) {
                long start = bytes.getLong();
                long end = bytes.getLong();
                if (start < 1 || end <= start) {
                    throw new IllegalArgumentException("a set of GTIDs with the numbers from " + start + " to " + end);
                }
                set.add(high, low, new String(tag, StandardCharsets.US_ASCII), start, end);
            }
        }
        return set;
    }

    private int size(boolean hasTags) {
        int size = Long.BYTES;
        for (GtidSource source : sources) {
            size += UUID_BYTES + Long.BYTES + INTERVAL_BYTES * source.numbers().count();
            size += hasTags ? 1 + source.tag().length() : 0;
        }
        return size;
    }

    @Override
    public void add(long high, long low, String tag, long number) {
        if (number < 1 || number > GtidIntervals.MAX_NUMBER) {
            throw new IllegalArgumentException("a transaction's number of " + number);
        }
        GtidSource source = lastAdded;
        if (source == null || !source.matches(high, low, tag)) {
            source = source(high, low, tag);
            lastAdded = source;
        }
        source.numbers().add(number);
    }

    @Override
    public boolean endsWith(long number) {
        GtidSource source = lastAdded;
        return source != null && source.numbers().endsWith(number);
    }

    @Override
    public void extend(long numbers) {
        if (lastAdded == null) {
            throw new IllegalStateException("nothing was added");
        }
        lastAdded.numbers().extend(numbers);
    }

    /** Adds numbers below {@code end}, which must be greater than {@code start}. */
    void add(long high, long low, String tag, long start, long end) {
        source(high, low, tag).numbers().add(start, end);
    }

    /** Returns a copy; empty if the source is not in the set. {@code tag} is in lower case; empty for none. */
    public GtidIntervals numbersOf(long high, long low, String tag) {
        int index = indexOf(high, low, tag);
        return index < 0 ? new GtidIntervals() : sources.get(index).numbers().copy();
    }

    public boolean isEmpty() {
        return sources.isEmpty();
    }

    private GtidSet copy() {
        GtidSet copy = new GtidSet();
        for (GtidSource source : sources) {
            copy.sources.add(source.withNumbers(source.numbers().copy()));
        }
        return copy;
    }

    public GtidSet union(GtidSet other) {
        GtidSet union = copy();
        for (GtidSource source : other.sources) {
            union.source(source.high(), source.low(), source.tag()).numbers().addAll(source.numbers());
        }
        return union;
    }

    /** Works like the server's {@code GTID_SUBTRACT}. Returns a new set. */
    public GtidSet subtract(GtidSet other) {
        GtidSet difference = new GtidSet();
        for (GtidSource source : sources) {
            int index = other.indexOf(source.high(), source.low(), source.tag());
            GtidIntervals numbers = index < 0
                    ? source.numbers().copy()
                    : source.numbers().subtract(other.sources.get(index).numbers());
            if (numbers.count() > 0) {
                difference.sources.add(source.withNumbers(numbers));
            }
        }
        return difference;
    }

    /** Works like the server's {@code GTID_SUBSET}. */
    public boolean isSubsetOf(GtidSet other) {
        return subtract(other).isEmpty();
    }

    @Override
    public GtidSet followedBy(Gtids later) {
        return union((GtidSet) later);
    }

    @Override
    public boolean includes(Gtids subset) {
        return ((GtidSet) subset).isSubsetOf(this);
    }

    @Override
    public void checkLimits() throws StreamProtocolException {
        if (sources.size() > MAX_SOURCES) {
            throw new StreamProtocolException("GTIDs of more than " + MAX_SOURCES + " sources (UUIDs and tags)");
        }
        long intervals = 0;
        for (int i = 0; i < sources.size(); i++) {
            intervals += sources.get(i).numbers().count();
        }
        if (intervals > MAX_INTERVALS) {
            throw new StreamProtocolException("more than " + MAX_INTERVALS + " gaps between GTIDs");
        }
    }

    /** The caller must add a number, because a source must not be empty. */
    private GtidSource source(long high, long low, String tag) {
        int index = indexOf(high, low, tag);
        if (index >= 0) {
            return sources.get(index);
        }
        GtidSource added = new GtidSource(high, low, tag, new GtidIntervals());
        sources.add(-index - 1, added);
        return added;
    }

    /** Returns the negated insertion point minus one if the source is missing. */
    private int indexOf(long high, long low, String tag) {
        int from = 0;
        int to = sources.size() - 1;
        while (from <= to) {
            int middle = (from + to) >>> 1;
            int order = sources.get(middle).compareTo(high, low, tag);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                from = middle + 1;
            } else {
                to = middle - 1;
            }
        }
        return -from - 1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GtidSet set && sources.equals(set.sources);
    }

    @Override
    public int hashCode() {
        return sources.hashCode();
    }

    /** Format: {@code uuid:1-5:7:tag:1-3}, with a comma and a line break between UUIDs. */
    @Override
    public String toString() {
        return GtidSetText.toText(sources);
    }
}
