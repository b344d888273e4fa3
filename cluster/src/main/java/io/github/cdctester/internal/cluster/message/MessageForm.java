// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.config.Password;
import io.github.cdctester.internal.binlog.WindowMark;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.json.RecordJson;
import io.github.cdctester.internal.meter.Distribution;
import io.github.cdctester.internal.meter.StreamCounts;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages as JSON, with what is no record in a form of its own. */
final class MessageForm {

    static final RecordJson JSON = new RecordJson(List.of(
            new RecordJson.Packed<>(WindowMark.class, PackedMark.class, PackedMark::of, PackedMark::unpacked),
            new RecordJson.Packed<>(
                    Distribution.class, PackedDistribution.class, PackedDistribution::of, PackedDistribution::unpacked),
            new RecordJson.Packed<>(StreamCounts.class, long[].class, StreamCounts::values, StreamCounts::of),
            new RecordJson.Packed<>(Password.class, String.class, Password::reveal, Password::of),
            new RecordJson.Packed<>(Path.class, String.class, Path::toString, Path::of)));

    private MessageForm() {}

    /** A distribution: an HdrHistogram of µs, and the values below zero. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record PackedDistribution(byte[] micros, long negatives, long lowestMicros) {

        private static PackedDistribution of(Distribution all) {
            return new PackedDistribution(all.packed(), all.negatives(), all.lowestMicros());
        }

        private Distribution unpacked() {
            return Distribution.unpacked(micros, negatives, lowestMicros);
        }
    }

    /** A mark: at a position, after a heartbeat's number, or, with neither, at the first transaction. */
    public record PackedMark(
            @Nullable LogPosition position, @Nullable Long heartbeat) {

        private static PackedMark of(WindowMark mark) {
            return new PackedMark(
                    mark instanceof WindowMark.AtPosition at ? at.position() : null,
                    mark instanceof WindowMark.AfterHeartbeat after ? after.sequence() : null);
        }

        private WindowMark unpacked() {
            if (position != null) {
                return new WindowMark.AtPosition(position, 0); // in the log of the first server that is followed
            }
            return heartbeat == null ? new WindowMark.AtFirstTransaction() : new WindowMark.AfterHeartbeat(heartbeat);
        }
    }
}
