// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some of an event's bytes, to compare with another event. Compares eight bytes at a time, the first four words without a loop: a
 * loop over an array costs more than the few words that nearly every event needs.
 */
final class WordPattern {

    private static final int WORD_BYTES = Long.BYTES;
    private static final int A_PART = 4;

    private final int firstOffset;
    private final int secondOffset;
    private final int thirdOffset;
    private final int fourthOffset;
    private final long firstMask;
    private final long secondMask;
    private final long thirdMask;
    private final long fourthMask;
    private final long first;
    private final long second;
    private final long third;
    private final long fourth;
    private final @Nullable WordPattern next;

    /** Takes four words; the last one is repeated if there are fewer. */
    private WordPattern(Builder from, int index, @Nullable WordPattern next) {
        int last = from.count - 1;
        int at = index;
        firstOffset = from.offsets[at];
        firstMask = from.masks[at];
        first = from.words[at];
        at = Math.min(index + 1, last);
        secondOffset = from.offsets[at];
        secondMask = from.masks[at];
        second = from.words[at];
        at = Math.min(index + 2, last);
        thirdOffset = from.offsets[at];
        thirdMask = from.masks[at];
        third = from.words[at];
        at = Math.min(index + 3, last);
        fourthOffset = from.offsets[at];
        fourthMask = from.masks[at];
        fourth = from.words[at];
        this.next = next;
    }

    /**
     * Returns true if the bytes are equal.
     *
     * @param at index that offsets are relative to, such as the event's first byte; at least the bytes of the pattern follow
     */
    boolean isAt(ByteBuffer buffer, int at) {
        for (WordPattern part = this; part != null; part = part.next) {
            long differs = (buffer.getLong(at + part.firstOffset) ^ part.first) & part.firstMask
                    | (buffer.getLong(at + part.secondOffset) ^ part.second) & part.secondMask
                    | (buffer.getLong(at + part.thirdOffset) ^ part.third) & part.thirdMask
                    | (buffer.getLong(at + part.fourthOffset) ^ part.fourth) & part.fourthMask;
            if (differs != 0) {
                return false;
            }
        }
        return true;
    }

    static final class Builder {

        private final ByteBuffer buffer;
        private final int at;
        private final int bytes;
        private final int mostWords;
        private int[] offsets = new int[A_PART];
        private long[] masks = new long[A_PART];
        private long[] words = new long[A_PART];
        private int count;
        private boolean complete;

        /**
         * Begins with none.
         *
         * @param at index of the event's first byte
         * @param bytes number of bytes; later bytes are never read
         */
        Builder(ByteBuffer buffer, int at, int bytes, int mostWords) {
            this.buffer = buffer;
            this.at = at;
            this.bytes = bytes;
            this.mostWords = mostWords;
            complete = bytes >= WORD_BYTES;
        }

        /** Adds bytes that lie behind those added before. */
        void add(int offset, int length) {
            for (int i = offset; complete && i < offset + length; i++) {
                if (count == 0 || i - offsets[count - 1] >= WORD_BYTES) {
                    begin(Math.min(i, bytes - WORD_BYTES));
                }
                if (complete) {
                    masks[count - 1] |= 0xFFL << 8 * (i - offsets[count - 1]);
                }
            }
        }

        /** Returns true if there was room for all. */
        boolean isComplete() {
            return complete;
        }

        /** The pattern, or {@code null} if there was no room for all that was to be in it, or nothing was. */
        @Nullable
        WordPattern build() {
            if (!complete) {
                return null;
            }
            WordPattern pattern = null;
            for (int part = (count + A_PART - 1) / A_PART; part > 0; part--) {
                pattern = new WordPattern(this, (part - 1) * A_PART, pattern);
            }
            return pattern;
        }

        private void begin(int offset) {
            if (count == mostWords) {
                complete = false;
                return;
            }
            if (count == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * count);
                masks = Arrays.copyOf(masks, 2 * count);
                words = Arrays.copyOf(words, 2 * count);
            }
            offsets[count] = offset;
            words[count++] = buffer.getLong(at + offset);
        }
    }
}
