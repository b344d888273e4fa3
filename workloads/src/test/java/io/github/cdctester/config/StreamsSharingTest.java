// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StreamsSharingTest {

    private static final Endpoint SERVER = Endpoint.of("jdbc:mysql://db/sbtest", "root", "");

    @Test
    void acceptsStampedRowsInSeparateStreams() {
        Plan plan = plan(true, Verification.AUTO, streamsOfSeparateServers(3));
        assertThat(plan.subscriber().streamsShare()).isEqualTo(Sharing.ROWS);
        assertThat(plan(false, Verification.OFF, streamsOfSeparateServers(2)).streams())
                .hasSize(2);
        assertThat(plan(true, Verification.EXACT, streamsOfSeparateServers(64)).streams())
                .hasSize(64);
    }

    /** Without the rejection, the streams would start at the current end of the log. */
    @Test
    void rejectsStartBesidesStreams() {
        List<StreamSpec> streams = StreamSpec.copies(2, SERVER, StartPosition.now());
        String message = "from: earliest, must be left out with streams: each has its own start";
        SubscriberSpec fromEarliest = SubscriberSpec.DEFAULT.from(StartPosition.earliest());
        assertThatThrownBy(() -> fromEarliest.streams(streams)).hasMessage(message);
        SubscriberSpec severalStreams = SubscriberSpec.DEFAULT.streams(streams);
        assertThatThrownBy(() -> severalStreams.from(StartPosition.earliest())).hasMessage(message);
    }

    /** A run without loads writes only heartbeats, which must arrive in each stream. */
    @Test
    void acceptsRunWithoutLoads() {
        assertThat(Plan.of(SERVER, Window.DEFAULT, List.of())
                        .subscriber(streamsOfSeparateServers(2))
                        .streams())
                .hasSize(2);
    }

    @Test
    void acceptsSeparateLogsOfOneServer() {
        List<StreamSpec> logs = IntStream.range(0, 2)
                .mapToObj(i ->
                        new StreamSpec("s" + i, SERVER, StartPosition.parse("group1_stream_" + i + "_binlog.000001:4")))
                .toList();
        assertThat(plan(true, Verification.AUTO, streamsSharingRows(logs)).streams())
                .hasSize(2);
    }

    @Test
    void rejectsConflictingOptions() {
        assertRejected("one stream", true, Verification.AUTO, streamsSharingRows(List.of()));
        assertRejected("65 streams", true, Verification.AUTO, streamsOfSeparateServers(65));
        assertRejected(
                "each must have its own part",
                true,
                Verification.AUTO,
                streamsSharingRows(StreamSpec.copies(2, SERVER, StartPosition.now())));
        assertRejected("stamp on", false, Verification.AUTO, streamsOfSeparateServers(2));
        assertRejected("verify counts", true, Verification.COUNTS, streamsOfSeparateServers(2));
        assertRejected(
                "failover",
                true,
                Verification.AUTO,
                streamsOfSeparateServers(2).failover(List.of(SERVER.withAddress("standby", 3306))));
        assertRejected(
                "rowCounting exact",
                true,
                Verification.AUTO,
                streamsOfSeparateServers(2).rowCounting(RowCounting.EXACT));
    }

    private static void assertRejected(String reason, boolean stamped, Verification verify, SubscriberSpec subscriber) {
        assertThatThrownBy(() -> plan(stamped, verify, subscriber))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageContaining("rows")
                .hasMessageContaining(reason);
    }

    private static Plan plan(boolean stamped, Verification verify, SubscriberSpec subscriber) {
        NamedLoad load = NamedLoad.of(Sysbench.oltpInsert().stamp(stamped), LoadSpec.closedLoop(1));
        return Plan.of(SERVER, Window.DEFAULT, List.of(load))
                .verification(verify)
                .subscriber(subscriber);
    }

    private static SubscriberSpec streamsOfSeparateServers(int count) {
        List<StreamSpec> streams = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            streams.add(StreamSpec.at(SERVER.withAddress("cdc" + i, 3306)));
        }
        return streamsSharingRows(streams);
    }

    private static SubscriberSpec streamsSharingRows(List<StreamSpec> streams) {
        return SubscriberSpec.DEFAULT.streams(streams).streamsShare(Sharing.ROWS);
    }
}
