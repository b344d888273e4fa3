// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.rows;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Selected bytes of an event, for comparison with other events. Compares four words of eight bytes without a loop, because most
 * events need only a few words.
 */
final class WordPattern {

    private static final int WORD_BYTES = Long.BYTES;
    private static final int GROUP_WORDS = 4;

    private final int firstOffset;
    private final int secondOffset;
    private final int thirdOffset;
    private final int fourthOffset;
    private final long firstMask;
    private final long secondMask;
    private final long thirdMask;
    private final long fourthMask;
    private final long firstWord;
    private final long secondWord;
    private final long thirdWord;
    private final long fourthWord;
    private final @Nullable WordPattern next;

    /** Repeats the last word if there are fewer than four. */
    private WordPattern(Builder builder, int index, @Nullable WordPattern next) {
        int last = builder.count - 1;
        int word = index;
        firstOffset = builder.offsets[word];
        firstMask = builder.masks[word];
        firstWord = builder.words[word];
        word = Math.min(index + 1, last);
        secondOffset = builder.offsets[word];
        secondMask = builder.masks[word];
        secondWord = builder.words[word];
        word = Math.min(index + 2, last);
        thirdOffset = builder.offsets[word];
        thirdMask = builder.masks[word];
        thirdWord = builder.words[word];
        word = Math.min(index + 3, last);
        fourthOffset = builder.offsets[word];
        fourthMask = builder.masks[word];
        fourthWord = builder.words[word];
        this.next = next;
    }

    /** Offsets are relative to {@code start}, for example an event's first byte. The buffer must contain all bytes of the pattern. */
    boolean isAt(ByteBuffer buffer, int start) {
        for (WordPattern group = this; group != null; group = group.next) {
            long difference = (buffer.getLong(start + group.firstOffset) ^ group.firstWord) & group.firstMask
                    | (buffer.getLong(start + group.secondOffset) ^ group.secondWord) & group.secondMask
                    | (buffer.getLong(start + group.thirdOffset) ^ group.thirdWord) & group.thirdMask
                    | (buffer.getLong(start + group.fourthOffset) ^ group.fourthWord) & group.fourthMask;
            if (difference != 0) {
                return false;
            }
        }
        return true;
    }

    static final class Builder {

        private final ByteBuffer buffer;
        private final int start;
        private final int bytes;
        private final int maxWords;
        private int[] offsets = new int[GROUP_WORDS];
        private long[] masks = new long[GROUP_WORDS];
        private long[] words = new long[GROUP_WORDS];
        private int count;
        private boolean isComplete;

        /** {@code start} is the event's first byte. Bytes after {@code bytes} are never read. */
        Builder(ByteBuffer buffer, int start, int bytes, int maxWords) {
            this.buffer = buffer;
            this.start = start;
            this.bytes = bytes;
            this.maxWords = maxWords;
            isComplete = bytes >= WORD_BYTES;
        }

        /** Requires higher offsets than those added before. */
        void add(int offset, int length) {
            for (int i = offset; isComplete && i < offset + length; i++) {
                if (count == 0 || i - offsets[count - 1] >= WORD_BYTES) {
                    begin(Math.min(i, bytes - WORD_BYTES));
                }
                if (isComplete) {
                    masks[count - 1] |= 0xFFL << 8 * (i - offsets[count - 1]);
                }
            }
        }

        /** Returns true if the event is long enough, and the word limit was sufficient so far. */
        boolean isComplete() {
            return isComplete;
        }

        /** Returns {@code null} if the pattern is empty or not {@link #isComplete complete}. */
        @Nullable
        WordPattern build() {
            if (!isComplete) {
                return null;
            }
            WordPattern pattern = null;
            for (int group = (count + GROUP_WORDS - 1) / GROUP_WORDS; group > 0; group--) {
                pattern = new WordPattern(this, (group - 1) * GROUP_WORDS, pattern);
            }
            return pattern;
        }

        private void begin(int offset) {
            if (count == maxWords) {
                isComplete = false;
                return;
            }
            if (count == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * count);
                masks = Arrays.copyOf(masks, 2 * count);
                words = Arrays.copyOf(words, 2 * count);
            }
            offsets[count] = offset;
            words[count++] = buffer.getLong(start + offset);
        }
    }
}
