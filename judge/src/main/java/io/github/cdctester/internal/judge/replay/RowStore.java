// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A compact map from keys to rows, both stored as bytes in a few large arrays. Each row needs a head of 4 bytes, up to 3 bytes of
 * padding, and an index entry of 6 to 11 bytes. A place is an offset in units of four bytes. Freed blocks are reused for rows of
 * the same size. Confined to one thread at a time.
 */
final class RowStore {

    /** Maximum length of a key, and of a row. */
    static final int MAX_BYTES = 0xFFFF;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CHUNK_BITS = 20;
    private static final int CHUNK_BYTES = 1 << CHUNK_BITS;
    private static final int INITIAL_CHUNK_BYTES = 4 * 1024;
    private static final int UNIT = 4;
    private static final int HEAD_BYTES = 4;
    private static final int INITIAL_SLOTS = 64;
    private static final int NONE = 0;

    private final MemoryBudget budget;
    private final List<byte[]> chunks = new ArrayList<>();

    /** Free lists by block size in units. A free block stores the index of the next free block. */
    private int[] free = new int[64];

    /** The index: places by hash of the key, or {@link #NONE}. */
    private int[] slots = new int[INITIAL_SLOTS];

    /** End of the used bytes. The first unit is unused, so that no place equals {@link #NONE}. */
    private long end = UNIT;

    private int rows;

    RowStore(MemoryBudget budget) {
        this.budget = budget;
    }

    int rows() {
        return rows;
    }

    byte @Nullable [] get(byte[] key) {
        int place = slots[slot(key)];
        return place == NONE ? null : value(place);
    }

    /** Returns true if the key has exactly this row, or no row if {@code row} is {@code null}. */
    boolean holds(byte[] key, byte @Nullable [] row) {
        int place = slots[slot(key)];
        if (place == NONE || row == null) {
            return place == NONE && row == null;
        }
        byte[] chunk = chunk(place);
        int offset = offset(place);
        int from = offset + HEAD_BYTES + keyLength(chunk, offset);
        return Arrays.equals(chunk, from, from + valueLength(chunk, offset), row, 0, row.length);
    }

    void put(byte[] key, byte[] row) {
        if (key.length > MAX_BYTES || row.length > MAX_BYTES) {
            throw new IllegalArgumentException("a row of " + key.length + " and " + row.length + " bytes");
        }
        int slot = slot(key);
        int place = slots[slot];
        int units = units(key.length, row.length);
        if (place != NONE && units != unitsAt(place)) {
            release(place);
            place = NONE;
            rows--;
        }
        if (place == NONE) {
            place = allocate(units);
            slots[slot] = place;
            rows++;
        }
        write(place, key, row);
        if (rows > slots.length / 10 * 7) {
            grow();
        }
    }

    void remove(byte[] key) {
        int hole = slot(key);
        if (slots[hole] == NONE) {
            return;
        }
        release(slots[hole]);
        rows--;
        int mask = slots.length - 1;
        // closes the hole: moves up entries that linear probing had placed after it
        for (int next = hole + 1 & mask; slots[next] != NONE; next = next + 1 & mask) {
            int preferredSlot = (int) hashAt(slots[next]) & mask;
            if ((next - preferredSlot & mask) >= (next - hole & mask)) {
                slots[hole] = slots[next];
                hole = next;
            }
        }
        slots[hole] = NONE;
    }

    void clear() {
        chunks.clear();
        free = new int[64];
        slots = new int[INITIAL_SLOTS];
        end = UNIT;
        rows = 0;
    }

    void forEach(BiConsumer<byte[], byte[]> visitor) {
        for (int place : slots) {
            if (place != NONE) {
                visitor.accept(key(place), value(place));
            }
        }
    }

    private int slot(byte[] key) {
        int mask = slots.length - 1;
        int slot = (int) RowHash.of(key) & mask;
        while (slots[slot] != NONE && !hasKey(slots[slot], key)) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        int[] before = slots;
        slots = new int[2 * before.length];
        budget.take(4L * before.length);
        int mask = slots.length - 1;
        for (int place : before) {
            if (place != NONE) {
                int slot = (int) hashAt(place) & mask;
                while (slots[slot] != NONE) {
                    slot = slot + 1 & mask;
                }
                slots[slot] = place;
            }
        }
    }

    private int allocate(int units) {
        if (units < free.length && free[units] != NONE) {
            int place = free[units];
            free[units] = (int) INT.get(chunk(place), offset(place));
            return place;
        }
        int bytes = units * UNIT;
        int leftInChunk = CHUNK_BYTES - (int) (end & CHUNK_BYTES - 1);
        if (chunks.isEmpty() || leftInChunk < bytes || leftInChunk == CHUNK_BYTES) {
            end = chunks.isEmpty() ? UNIT : (end + CHUNK_BYTES - 1) / CHUNK_BYTES * CHUNK_BYTES;
            chunks.add(new byte[0]);
        }
        int place = (int) (end / UNIT);
        growLastChunk(offset(place) + bytes);
        end += bytes;
        return place;
    }

    /** Grows the last chunk. Chunks start small, so that a small table takes little memory. */
    private void growLastChunk(int bytes) {
        int last = chunks.size() - 1;
        byte[] chunk = chunks.get(last);
        if (bytes > chunk.length) {
            int longer = Math.min(CHUNK_BYTES, Math.max(bytes, Math.max(INITIAL_CHUNK_BYTES, 2 * chunk.length)));
            budget.take(longer - chunk.length);
            chunks.set(last, Arrays.copyOf(chunk, longer));
        }
    }

    private void release(int place) {
        int units = unitsAt(place);
        if (units >= free.length) {
            free = Arrays.copyOf(free, Math.max(2 * free.length, units + 1));
        }
        INT.set(chunk(place), offset(place), free[units]);
        free[units] = place;
    }

    private static int units(int keyBytes, int rowBytes) {
        return (HEAD_BYTES + keyBytes + rowBytes + UNIT - 1) / UNIT;
    }

    private int unitsAt(int place) {
        byte[] chunk = chunk(place);
        return units(keyLength(chunk, offset(place)), valueLength(chunk, offset(place)));
    }

    private byte[] chunk(int place) {
        return chunks.get((int) ((place & 0xFFFF_FFFFL) * UNIT >>> CHUNK_BITS));
    }

    private static int offset(int place) {
        return place * UNIT & CHUNK_BYTES - 1;
    }

    private boolean hasKey(int place, byte[] key) {
        byte[] chunk = chunk(place);
        int from = offset(place) + HEAD_BYTES;
        return Arrays.equals(chunk, from, from + keyLength(chunk, offset(place)), key, 0, key.length);
    }

    private long hashAt(int place) {
        byte[] chunk = chunk(place);
        return RowHash.of(chunk, offset(place) + HEAD_BYTES, keyLength(chunk, offset(place)));
    }

    private byte[] key(int place) {
        byte[] chunk = chunk(place);
        int from = offset(place) + HEAD_BYTES;
        return Arrays.copyOfRange(chunk, from, from + keyLength(chunk, offset(place)));
    }

    private byte[] value(int place) {
        byte[] chunk = chunk(place);
        int from = offset(place) + HEAD_BYTES + keyLength(chunk, offset(place));
        return Arrays.copyOfRange(chunk, from, from + valueLength(chunk, offset(place)));
    }

    private void write(int place, byte[] key, byte[] row) {
        byte[] chunk = chunk(place);
        int offset = offset(place);
        INT.set(chunk, offset, key.length | row.length << 16);
        System.arraycopy(key, 0, chunk, offset + HEAD_BYTES, key.length);
        System.arraycopy(row, 0, chunk, offset + HEAD_BYTES + key.length, row.length);
    }

    private static int keyLength(byte[] chunk, int offset) {
        return (int) INT.get(chunk, offset) & 0xFFFF;
    }

    private static int valueLength(byte[] chunk, int offset) {
        return (int) INT.get(chunk, offset) >>> 16;
    }
}
