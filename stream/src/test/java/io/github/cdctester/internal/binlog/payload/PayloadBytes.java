// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.payload;

import com.github.luben.zstd.Zstd;
import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventKind;
import java.io.ByteArrayOutputStream;

public final class PayloadBytes {

    public static final int ZSTD = 0;
    public static final int UNCOMPRESSED = 255;

    private PayloadBytes() {}

    public static EventBytes zstd(EventBytes... events) {
        byte[] innerEvents = innerBytes(events);
        return event(ZSTD, innerEvents.length, Zstd.compress(innerEvents));
    }

    public static EventBytes uncompressed(EventBytes... events) {
        byte[] innerEvents = innerBytes(events);
        return event(UNCOMPRESSED, -1, innerEvents);
    }

    /** The header may be wrong. A negative length is omitted, like MySQL's length without compression. */
    public static EventBytes event(int compression, long inflatedBytes, byte[] payload) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        field(body, 2, compression);
        if (inflatedBytes >= 0) {
            field(body, 3, inflatedBytes);
        }
        field(body, 1, payload.length);
        body.write(0);
        body.writeBytes(payload);
        return EventBytes.of(EventKind.TRANSACTION_PAYLOAD, body.toByteArray());
    }

    /** Events inside a payload have no checksums. */
    public static byte[] innerBytes(EventBytes... events) {
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        for (EventBytes event : events) {
            inner.writeBytes(event.withoutChecksum().bytes());
        }
        return inner.toByteArray();
    }

    private static void field(ByteArrayOutputStream body, int type, long value) {
        body.write(type);
        int bytes = value < 251 ? 0 : value < 0x1_0000 ? 2 : value < 0x100_0000 ? 3 : 8;
        body.write(bytes + 1);
        if (bytes == 0) {
            body.write((int) value);
            return;
        }
        body.write(bytes == 8 ? 254 : 250 + bytes);
        for (int i = 0; i < bytes; i++) {
            body.write((int) (value >> 8 * i));
        }
    }
}
