// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;

/** Compresses each block as one zstd frame with a checksum. Not thread-safe. */
public final class ZstdBlocks implements AutoCloseable {

    private final ZstdCompressCtx compressor = new ZstdCompressCtx().setLevel(1).setChecksum(true);
    private final ZstdDecompressCtx decompressor = new ZstdDecompressCtx();

    public static int maxCompressedBytes(int bytes) {
        return (int) Zstd.compressBound(bytes);
    }

    public int pack(byte[] bytes, int count, byte[] target) {
        return compressor.compressByteArray(target, 0, target.length, bytes, 0, count);
    }

    /** Returns true if the frame is valid and contains {@code count} bytes. */
    public boolean unpack(byte[] packed, int packedBytes, byte[] target, int count) {
        try {
            return count <= target.length
                    && decompressor.decompressByteArray(target, 0, count, packed, 0, packedBytes) == count;
        } catch (ZstdException e) {
            return false;
        }
    }

    @Override
    public void close() {
        compressor.close();
        decompressor.close();
    }
}
