// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.meter.duration.WriteDurations;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WriteUpdateTest {

    private static Message.WriteUpdate encodeAndDecode(Message.WriteUpdate update) {
        return ((Message.WriteProgress) Message.decode(new Message.WriteProgress(1, update).encode())).update();
    }

    private static Map<Long, Long> values(Distribution distribution) {
        Map<Long, Long> values = new TreeMap<>();
        distribution.forEach(values::put);
        return values;
    }

    @Test
    void transmitsDurations() {
        WriteDurations durations = new WriteDurations(
                MessageSamples.durations(1, 999, 1_000_000),
                MessageSamples.durations(0, 12),
                MessageSamples.durations(3),
                Map.of("order", MessageSamples.durations(1, 999), "pay", MessageSamples.durations(1_000_000)));
        WriteDurations decodedDurations = encodeAndDecode(
                        new Message.WriteUpdate(WriteCounts.ZERO, durations, Map.of(), List.of(), null))
                .durations();
        assertThat(values(decodedDurations.latency()))
                .isEqualTo(values(durations.latency()))
                .hasSize(3);
        assertThat(values(decodedDurations.startDelay())).isEqualTo(values(durations.startDelay()));
        assertThat(values(decodedDurations.serviceTime())).isEqualTo(values(durations.serviceTime()));
        assertThat(decodedDurations.latencyByKind()).containsOnlyKeys("order", "pay");
        assertThat(values(decodedDurations.latencyByKind().get("order"))).isEqualTo(Map.of(1L, 1L, 999L, 1L));
    }

    @Test
    void transmitsCountsRowsAndCommits() {
        Message.WriteUpdate update = MessageSamples.writeUpdate();
        Message.WriteUpdate decodedUpdate = encodeAndDecode(update);
        assertThat(decodedUpdate.counts()).isEqualTo(update.counts());
        assertThat(decodedUpdate.rows()).isEqualTo(update.rows());
        assertThat(decodedUpdate.rows().get("a")).containsEntry(RowKind.DELETE, 12L);
        assertThat(decodedUpdate.commits()).usingRecursiveComparison().isEqualTo(update.commits());
        assertThat(decodedUpdate.firstStartDelayNanos()).isEqualTo(update.firstStartDelayNanos());
    }

    @Test
    void transmitsEmptyUpdate() {
        Message.WriteUpdate decodedUpdate = encodeAndDecode(
                new Message.WriteUpdate(WriteCounts.ZERO, WriteDurations.NOTHING, Map.of(), List.of(), null));
        assertThat(decodedUpdate.counts()).isEqualTo(WriteCounts.ZERO);
        assertThat(decodedUpdate.durations().latency().count()).isZero();
        assertThat(decodedUpdate.durations().latencyByKind()).isEmpty();
        assertThat(decodedUpdate.rows()).isEmpty();
        assertThat(decodedUpdate.commits()).isEmpty();
    }

    @Test
    void rejectsNegativeStartDelay() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new Message.WriteUpdate(WriteCounts.ZERO, WriteDurations.NOTHING, Map.of(), List.of(), -1L))
                .withMessage("impossible numbers in a report");
    }

    @Test
    void rejectsInvalidDurations() {
        String json = new String(new Message.WriteProgress(1, MessageSamples.writeUpdate()).encode(), UTF_8);
        byte[] invalidMessage =
                json.replaceFirst("\"micros\":\"[^\"]*", "\"micros\":\"AQID").getBytes(UTF_8);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Message.decode(invalidMessage))
                .withMessageStartingWith("no message of this version: this is not a compressed HdrHistogram: ");
    }
}
