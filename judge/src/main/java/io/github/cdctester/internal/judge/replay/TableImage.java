// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The expected rows of one table. Without a primary key, stores the number of copies of each row. */
final class TableImage {

    private static final int COUNT_BYTES = 4;

    private final TableShape shape;
    private final RowStore rows;

    /** Used without a key: one entry of {@link #rows} may represent several rows. */
    private long count;

    TableImage(TableShape shape, MemoryBudget budget) {
        this.shape = shape;
        rows = new RowStore(budget);
    }

    TableShape shape() {
        return shape;
    }

    long count() {
        return shape.hasKey() ? rows.rows() : count;
    }

    byte @Nullable [] row(byte[] key) {
        byte[] stored = rows.get(key);
        return stored == null ? null : shape.hasKey() ? stored : key;
    }

    /** In a table without a key, an insert is always possible. */
    boolean accepts(byte[] key, byte @Nullable [] row) {
        return shape.hasKey() ? rows.holds(key, row) : row == null || rows.get(key) != null;
    }

    /** Does not check the before image. */
    void change(byte[] key, byte @Nullable [] before, byte @Nullable [] after) {
        if (shape.hasKey()) {
            if (after == null) {
                rows.remove(key);
            } else {
                rows.put(key, after);
            }
            return;
        }
        if (before != null) {
            addCopies(key, -1);
        }
        if (after != null) {
            addCopies(key, 1);
        }
    }

    private void addCopies(byte[] key, int added) {
        int oldCopies = copies(key);
        int newCopies = oldCopies + added;
        if (newCopies > 0) {
            rows.put(key, new byte[] {
                (byte) newCopies, (byte) (newCopies >>> 8), (byte) (newCopies >>> 16), (byte) (newCopies >>> 24)
            });
            count += added;
        } else if (oldCopies > 0) {
            rows.remove(key);
            count += added;
        }
    }

    int copies(byte[] row) {
        byte[] stored = rows.get(row);
        int copies = 0;
        for (int i = 0; stored != null && i < COUNT_BYTES; i++) {
            copies |= (stored[i] & 0xFF) << 8 * i;
        }
        return copies;
    }

    void clear() {
        rows.clear();
        count = 0;
    }

    /** In a table without a key, visits the number of copies instead of the row. */
    void forEach(BiConsumer<byte[], byte[]> visitor) {
        rows.forEach(visitor);
    }
}
