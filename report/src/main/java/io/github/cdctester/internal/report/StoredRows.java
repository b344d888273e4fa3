// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.sample.SampleRow;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import tools.jackson.core.JacksonException;

/** Rows of a file, read on demand. Iteration reads blocks of rows and keeps no file open, so callers do not close the list. */
final class StoredRows extends AbstractList<SampleRow> {

    /** Such a block usually has a few hundred kilobytes. */
    private static final int ROWS_PER_BLOCK = 128;

    /** A single row can be larger. */
    private static final int MAX_BLOCK_BYTES = 4 << 20;

    private final Path file;
    private final long[] offsets;

    /** Index of this list's first row in the file, from 0. */
    private final int firstRow;

    /** @param offsets the start offset of each line, followed by the end offset of the last line */
    StoredRows(Path file, long[] offsets) {
        this(file, offsets, 0);
    }

    private StoredRows(Path file, long[] offsets, int firstRow) {
        this.file = file;
        this.offsets = offsets;
        this.firstRow = firstRow;
    }

    @Override
    public int size() {
        return offsets.length - 1;
    }

    @Override
    public SampleRow get(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException(index);
        }
        return row(block(index, index + 1), index, index);
    }

    @Override
    public Iterator<SampleRow> iterator() {
        return new Iterator<>() {
            private byte[] block = new byte[0];
            private int firstOfBlock;
            private int blockEnd;
            private int next;

            @Override
            public boolean hasNext() {
                return next < size();
            }

            @Override
            public SampleRow next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                if (next == blockEnd) {
                    firstOfBlock = next;
                    blockEnd = Math.min(size(), firstOfBlock + ROWS_PER_BLOCK);
                    while (blockEnd > firstOfBlock + 1 && offsets[blockEnd] - offsets[firstOfBlock] > MAX_BLOCK_BYTES) {
                        blockEnd = firstOfBlock + (blockEnd - firstOfBlock) / 2;
                    }
                    block = block(firstOfBlock, blockEnd);
                }
                return row(block, firstOfBlock, next++);
            }
        };
    }

    @Override
    public List<SampleRow> subList(int from, int to) {
        Objects.checkFromToIndex(from, to, size());
        return new StoredRows(file, Arrays.copyOfRange(offsets, from, to + 1), firstRow + from);
    }

    private byte[] block(int from, int to) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(offsets[to] - offsets[from]));
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            while (bytes.hasRemaining()) {
                if (in.read(bytes, offsets[from] + bytes.position()) < 0) {
                    throw new IOException("it is shorter than it was");
                }
            }
            return bytes.array();
        } catch (IOException e) {
            throw new RunFailedException("reading " + file + " failed: " + e.getMessage(), e);
        }
    }

    private SampleRow row(byte[] block, int firstOfBlock, int index) {
        int from = Math.toIntExact(offsets[index] - offsets[firstOfBlock]);
        int to = Math.toIntExact(offsets[index + 1] - offsets[firstOfBlock]);
        try {
            return ResultJson.COMPACT.readValue(Arrays.copyOfRange(block, from, to), SampleRow.class);
        } catch (JacksonException e) {
            String row = " in its row " + (firstRow + index + 1);
            throw RequiredValues.missingPath(e)
                    .map(missing -> new RunFailedException(
                            file + " has no " + missing + row + ", so it is not a complete row", e))
                    .orElseGet(() ->
                            new RunFailedException(file + " cannot be read" + row + ": " + e.getOriginalMessage(), e));
        }
    }
}
