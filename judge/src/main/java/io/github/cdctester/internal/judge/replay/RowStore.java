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
 * A compact map from keys to rows, both stored as bytes in a few large arrays. Each row needs a header of 4 bytes, up to 3 bytes
 * of padding, and about 6 to 11 bytes of index. An address is an offset in units of four bytes. A freed block is reused for a
 * row of the same block size. Confined to one thread at a time.
 */
final class RowStore {

    /** Limit for a key, and for a row. */
    static final int MAX_BYTES = 0xFFFF;

    private static final VarHandle INT_VIEW =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CHUNK_BITS = 20;
    private static final int CHUNK_BYTES = 1 << CHUNK_BITS;
    private static final int INITIAL_CHUNK_BYTES = 4 * 1024;
    private static final int UNIT_BYTES = 4;
    private static final int HEADER_BYTES = 4;
    private static final int INITIAL_SLOTS = 64;

    /** The largest array whose length is a power of two. */
    private static final int MAX_SLOTS = 1 << 30;

    private static final int NONE = 0;

    private final MemoryBudget budget;
    private final List<byte[]> chunks = new ArrayList<>();

    /** By block size in units. A free block stores the address of the next free block. */
    private int[] freeLists = new int[64];

    /** Addresses by hash of the key; {@link #NONE} in an empty slot. */
    private int[] slots = new int[INITIAL_SLOTS];

    /** The first unit is unused, so that no address equals {@link #NONE}. */
    private long end = UNIT_BYTES;

    private int rows;

    RowStore(MemoryBudget budget) {
        this.budget = budget;
    }

    int rows() {
        return rows;
    }

    byte @Nullable [] get(byte[] key) {
        int address = slots[slot(key)];
        return address == NONE ? null : value(address);
    }

    /** Returns true if the key has exactly this row, or no row if {@code row} is {@code null}. */
    boolean holds(byte[] key, byte @Nullable [] row) {
        int address = slots[slot(key)];
        if (address == NONE || row == null) {
            return address == NONE && row == null;
        }
        byte[] chunk = chunk(address);
        int offset = offset(address);
        int from = offset + HEADER_BYTES + keyLength(chunk, offset);
        return Arrays.equals(chunk, from, from + valueLength(chunk, offset), row, 0, row.length);
    }

    void put(byte[] key, byte[] row) {
        if (key.length > MAX_BYTES || row.length > MAX_BYTES) {
            throw new IllegalArgumentException("a row of " + key.length + " and " + row.length + " bytes");
        }
        int slot = slot(key);
        int address = slots[slot];
        int units = units(key.length, row.length);
        if (address != NONE && units != unitsAt(address)) {
            release(address);
            address = NONE;
            rows--;
        }
        if (address == NONE) {
            address = allocate(units);
            slots[slot] = address;
            rows++;
        }
        write(address, key, row);
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
        // closes the hole: moves back entries that linear probing had placed after it
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
        freeLists = new int[64];
        slots = new int[INITIAL_SLOTS];
        end = UNIT_BYTES;
        rows = 0;
    }

    void forEach(BiConsumer<byte[], byte[]> visitor) {
        for (int address : slots) {
            if (address != NONE) {
                visitor.accept(key(address), value(address));
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
        if (slots.length == MAX_SLOTS) {
            budget.recordFullStore();
            return;
        }
        int[] oldSlots = slots;
        slots = new int[2 * oldSlots.length];
        budget.take(4L * oldSlots.length);
        int mask = slots.length - 1;
        for (int address : oldSlots) {
            if (address != NONE) {
                int slot = (int) hashAt(address) & mask;
                while (slots[slot] != NONE) {
                    slot = slot + 1 & mask;
                }
                slots[slot] = address;
            }
        }
    }

    private int allocate(int units) {
        if (units < freeLists.length && freeLists[units] != NONE) {
            int address = freeLists[units];
            freeLists[units] = (int) INT_VIEW.get(chunk(address), offset(address));
            return address;
        }
        int bytes = units * UNIT_BYTES;
        int remainingBytes = CHUNK_BYTES - (int) (end & CHUNK_BYTES - 1);
        if (chunks.isEmpty() || remainingBytes < bytes || remainingBytes == CHUNK_BYTES) {
            end = chunks.isEmpty() ? UNIT_BYTES : (end + CHUNK_BYTES - 1) / CHUNK_BYTES * CHUNK_BYTES;
            chunks.add(new byte[0]);
            budget.checkStore(end);
        }
        int address = (int) (end / UNIT_BYTES);
        growLastChunk(offset(address) + bytes);
        end += bytes;
        return address;
    }

    /** Chunks start small, so that a small table takes little memory. */
    private void growLastChunk(int bytes) {
        int last = chunks.size() - 1;
        byte[] chunk = chunks.get(last);
        if (bytes > chunk.length) {
            int newLength = Math.min(CHUNK_BYTES, Math.max(bytes, Math.max(INITIAL_CHUNK_BYTES, 2 * chunk.length)));
            budget.take(newLength - chunk.length);
            chunks.set(last, Arrays.copyOf(chunk, newLength));
        }
    }

    private void release(int address) {
        int units = unitsAt(address);
        if (units >= freeLists.length) {
            freeLists = Arrays.copyOf(freeLists, Math.max(2 * freeLists.length, units + 1));
        }
        INT_VIEW.set(chunk(address), offset(address), freeLists[units]);
        freeLists[units] = address;
    }

    private static int units(int keyBytes, int rowBytes) {
        return (HEADER_BYTES + keyBytes + rowBytes + UNIT_BYTES - 1) / UNIT_BYTES;
    }

    private int unitsAt(int address) {
        byte[] chunk = chunk(address);
        return units(keyLength(chunk, offset(address)), valueLength(chunk, offset(address)));
    }

    private byte[] chunk(int address) {
        return chunks.get((int) ((address & 0xFFFF_FFFFL) * UNIT_BYTES >>> CHUNK_BITS));
    }

    private static int offset(int address) {
        return address * UNIT_BYTES & CHUNK_BYTES - 1;
    }

    private boolean hasKey(int address, byte[] key) {
        byte[] chunk = chunk(address);
        int from = offset(address) + HEADER_BYTES;
        return Arrays.equals(chunk, from, from + keyLength(chunk, offset(address)), key, 0, key.length);
    }

    private long hashAt(int address) {
        byte[] chunk = chunk(address);
        return RowHash.of(chunk, offset(address) + HEADER_BYTES, keyLength(chunk, offset(address)));
    }

    private byte[] key(int address) {
        byte[] chunk = chunk(address);
        int from = offset(address) + HEADER_BYTES;
        return Arrays.copyOfRange(chunk, from, from + keyLength(chunk, offset(address)));
    }

    private byte[] value(int address) {
        byte[] chunk = chunk(address);
        int from = offset(address) + HEADER_BYTES + keyLength(chunk, offset(address));
        return Arrays.copyOfRange(chunk, from, from + valueLength(chunk, offset(address)));
    }

    private void write(int address, byte[] key, byte[] row) {
        byte[] chunk = chunk(address);
        int offset = offset(address);
        INT_VIEW.set(chunk, offset, key.length | row.length << 16);
        System.arraycopy(key, 0, chunk, offset + HEADER_BYTES, key.length);
        System.arraycopy(row, 0, chunk, offset + HEADER_BYTES + key.length, row.length);
    }

    private static int keyLength(byte[] chunk, int offset) {
        return (int) INT_VIEW.get(chunk, offset) & 0xFFFF;
    }

    private static int valueLength(byte[] chunk, int offset) {
        return (int) INT_VIEW.get(chunk, offset) >>> 16;
    }
}
