// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.stream;

import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.meter.Backlog;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;

/** How far one stream is behind its log: told by the probe's thread, asked by the sampler's. */
final class StreamLag {

    private static final long UNKNOWN_BYTES = -1;

    /** An answer that is older says nothing about the present; the probe asks once a second. */
    private static final long STALE_MICROS = 3_000_000;

    private final BinlogMeter meter;
    private final EpochMicrosClock clock;
    private final UnreadEnds unread = new UnreadEnds();

    private volatile long behindBytes = UNKNOWN_BYTES;
    private volatile long answeredMicros;
    private int serverChanges;

    StreamLag(BinlogMeter meter, EpochMicrosClock clock) {
        this.meter = meter;
        this.clock = clock;
    }

    /**
     * The log was just seen to end there.
     *
     * @param changes how many other servers the stream came from before: positions of two of them cannot be compared
     */
    void logEndsAt(LogPosition end, int changes, ServerInspector inspector) throws IOException {
        if (changes != serverChanges) {
            unread.clear();
            serverChanges = changes;
        }
        LogPosition ours = meter.snapshot().position();
        if (ours.file().isEmpty() && changes > 0) {
            isUnknown(); // it has not begun there yet
            return;
        }
        boolean ahead = ours.file().isEmpty() || ours.isAtOrAfter(end.file(), end.offset());
        if (!ahead) {
            unread.add(end, clock.epochMicros());
        }
        behindBytes = ahead ? 0 : inspector.bytesBetween(ours, end);
        answeredMicros = clock.epochMicros();
    }

    /** Nobody can be asked. */
    void isUnknown() {
        behindBytes = UNKNOWN_BYTES;
    }

    Backlog backlog() {
        long now = clock.epochMicros();
        boolean stale = now - answeredMicros > STALE_MICROS;
        // what was seen to be unread stays so until it has been read, whoever can be asked
        return new Backlog(
                stale ? UNKNOWN_BYTES : behindBytes,
                unread.ageMicros(meter.snapshot().position(), now));
    }
}
