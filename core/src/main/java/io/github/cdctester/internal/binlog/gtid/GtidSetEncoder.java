// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes GTID sets as COM_BINLOG_DUMP_GTID and PREVIOUS_GTIDS carry them: {@code n(8)}, then for each source {@code uuid(16)
 * intervals(8) {start(8) end(8)}}.
 *
 * <p>Where there are tags, the first eight bytes are {@code 1, n(6), 1}, and behind each UUID comes its tag: a byte with
 * twice the length (an integer in the server's serialisation format), and the characters. The last of the eight bytes tells
 * the two forms apart.
 */
final class GtidSetEncoder {

    static final byte TAGGED = 1;
    static final int UUID_BYTES = 16;
    static final int INTERVAL_BYTES = 16;

    private GtidSetEncoder() {}

    static byte[] encode(List<GtidSource> sources) {
        boolean tagged = hasTags(sources);
        ByteBuffer bytes = ByteBuffer.allocate(size(sources, tagged)).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(tagged ? (long) TAGGED << 56 | (long) sources.size() << 8 | TAGGED : sources.size());
        for (GtidSource source : sources) {
            bytes.order(ByteOrder.BIG_ENDIAN).putLong(source.high()).putLong(source.low());
            if (tagged) {
                bytes.put((byte) (source.tag().length() << 1));
                bytes.put(source.tag().getBytes(StandardCharsets.US_ASCII));
            }
            GtidIntervals numbers = source.numbers();
            bytes.order(ByteOrder.LITTLE_ENDIAN).putLong(numbers.count());
            for (int i = 0; i < numbers.count(); i++) {
                bytes.putLong(numbers.start(i)).putLong(numbers.end(i));
            }
        }
        return bytes.array();
    }

    private static boolean hasTags(List<GtidSource> sources) {
        for (GtidSource source : sources) {
            if (!source.tag().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private static int size(List<GtidSource> sources, boolean tagged) {
        int size = Long.BYTES;
        for (GtidSource source : sources) {
            size += UUID_BYTES + Long.BYTES + INTERVAL_BYTES * source.numbers().count();
            size += tagged ? 1 + source.tag().length() : 0;
        }
        return size;
    }
}
