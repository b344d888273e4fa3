// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.result.SampleRow;
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

/**
 * Rows in a file, one line of JSON each. A row is read on demand; iteration reads pieces of the file, and leaves nothing open in
 * between, so that no caller has to close anything.
 */
final class StoredRows extends AbstractList<SampleRow> {

    /** Some hundred kilobytes. */
    private static final int ROWS_A_PIECE = 128;

    /** Unless one row is longer. */
    private static final int MAX_BYTES = 4 << 20;

    private final Path file;
    private final long[] places;

    /** The row's number in the file of the first one, from 0. */
    private final int begin;

    /**
     * Creates the list; nothing is read yet.
     *
     * @param places where each line begins, and after them where the last one ends
     */
    StoredRows(Path file, long[] places) {
        this(file, places, 0);
    }

    private StoredRows(Path file, long[] places, int begin) {
        this.file = file;
        this.places = places;
        this.begin = begin;
    }

    @Override
    public int size() {
        return places.length - 1;
    }

    @Override
    public SampleRow get(int index) {
        if (index < 0 || index >= size()) {
            throw new IndexOutOfBoundsException(index);
        }
        return row(piece(index, index + 1), index, index);
    }

    @Override
    public Iterator<SampleRow> iterator() {
        return new Iterator<>() {
            private byte[] piece = new byte[0];
            private int first;
            private int end;
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
                if (next == end) {
                    first = next;
                    end = Math.min(size(), first + ROWS_A_PIECE);
                    while (end > first + 1 && places[end] - places[first] > MAX_BYTES) {
                        end = first + (end - first) / 2;
                    }
                    piece = piece(first, end);
                }
                return row(piece, first, next++);
            }
        };
    }

    /** A part of them, which is read a piece at a time as well. */
    @Override
    public List<SampleRow> subList(int from, int to) {
        Objects.checkFromToIndex(from, to, size());
        return new StoredRows(file, Arrays.copyOfRange(places, from, to + 1), begin + from);
    }

    /** The lines from one up to another one. */
    private byte[] piece(int from, int to) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(places[to] - places[from]));
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            while (bytes.hasRemaining()) {
                if (in.read(bytes, places[from] + bytes.position()) < 0) {
                    throw new IOException("it is shorter than it was");
                }
            }
            return bytes.array();
        } catch (IOException e) {
            throw new RunFailedException("reading " + file + " failed: " + e.getMessage(), e);
        }
    }

    private SampleRow row(byte[] piece, int firstOfPiece, int index) {
        int from = Math.toIntExact(places[index] - places[firstOfPiece]);
        int to = Math.toIntExact(places[index + 1] - places[firstOfPiece]);
        try {
            return ResultJson.COMPACT.readValue(Arrays.copyOfRange(piece, from, to), SampleRow.class);
        } catch (JacksonException e) {
            String row = " in its row " + (begin + index + 1);
            throw RequiredValues.missing(e)
                    .map(missing -> new RunFailedException(
                            file + " has no " + missing + row + ", so it is not a complete row", e))
                    .orElseGet(() ->
                            new RunFailedException(file + " cannot be read" + row + ": " + e.getOriginalMessage(), e));
        }
    }
}
