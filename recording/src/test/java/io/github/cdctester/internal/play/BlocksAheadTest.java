// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.cdctester.internal.binlog.gtid.Gtids;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class BlocksAheadTest {

    private static final LogBlock BLOCK = new LogBlock("binlog.000001", 0, 1, 4, 1, true, 0, Gtids.parse("", false));

    @Test
    void reportsErrorOfUnpackingThread() {
        BlocksAhead.Unpacker failingUnpacker = (block, packed, unpacked, zstd) -> {
            throw new OutOfMemoryError("no more heap");
        };
        try (BlocksAhead ahead = new BlocksAhead(List.of(BLOCK), failingUnpacker)) {
            assertThatIOException().isThrownBy(ahead::next).withMessageContaining("no more heap");
        }
    }
}
