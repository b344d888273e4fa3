// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;

/** Blocks of bytes, each as one zstd frame with a checksum. Not thread-safe. */
public final class ZstdBlocks implements AutoCloseable {

    private final ZstdCompressCtx packing = new ZstdCompressCtx().setLevel(1).setChecksum(true);
    private final ZstdDecompressCtx unpacking = new ZstdDecompressCtx();

    /** The most bytes that a block of {@code bytes} takes when it is packed. */
    public static int bound(int bytes) {
        return (int) Zstd.compressBound(bytes);
    }

    /** Packs the first {@code count} bytes, and returns how many they are then. */
    public int pack(byte[] bytes, int count, byte[] into) {
        return packing.compressByteArray(into, 0, into.length, bytes, 0, count);
    }

    /** Unpacks one frame; returns true if it is valid and has {@code count} bytes. */
    public boolean unpack(byte[] packed, int packedBytes, byte[] into, int count) {
        try {
            return count <= into.length
                    && unpacking.decompressByteArray(into, 0, count, packed, 0, packedBytes) == count;
        } catch (ZstdException e) {
            return false;
        }
    }

    @Override
    public void close() {
        packing.close();
        unpacking.close();
    }
}
