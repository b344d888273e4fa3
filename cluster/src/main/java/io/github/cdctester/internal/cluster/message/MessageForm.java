// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.config.Password;
import io.github.cdctester.internal.binlog.transaction.WindowMark;
import io.github.cdctester.internal.json.RecordJson;
import io.github.cdctester.internal.meter.StreamCounts;
import io.github.cdctester.internal.meter.duration.Distribution;
import java.nio.file.Path;
import java.util.List;

/** The JSON format of messages. */
final class MessageForm {

    static final RecordJson JSON = new RecordJson(
            List.of(
                    new RecordJson.Packed<>(
                            Distribution.class,
                            PackedDistribution.class,
                            PackedDistribution::of,
                            PackedDistribution::unpacked),
                    new RecordJson.Packed<>(StreamCounts.class, long[].class, StreamCounts::values, StreamCounts::of),
                    new RecordJson.Packed<>(Password.class, String.class, Password::reveal, Password::of),
                    new RecordJson.Packed<>(Path.class, String.class, Path::toString, Path::of)),
            List.of(Message.class, WindowMark.class));

    private MessageForm() {}

    /** An encoded HdrHistogram in µs, the number of negative values, and the lowest negative value in µs. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record PackedDistribution(byte[] micros, long negatives, long lowestMicros) {

        private static PackedDistribution of(Distribution distribution) {
            return new PackedDistribution(
                    distribution.toBytes(), distribution.negatives(), distribution.lowestNegativeMicros());
        }

        private Distribution unpacked() {
            return Distribution.fromBytes(micros, negatives, lowestMicros);
        }
    }
}
