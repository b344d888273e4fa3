// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.NodeSummary;
import io.github.cdctester.result.RunResult.ClockSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeNotesTest {

    private static final DurationSummary NONE = delay(null);

    private static DurationSummary delay(@Nullable Double p99) {
        return new DurationSummary(null, p99 == null ? 0 : 100, p99, p99, p99, p99, p99, p99, 0, 0);
    }

    private static NodeSummary node(String address, @Nullable Double cpu, DurationSummary startDelay) {
        return node(address, "17.0.15", "MariaDB Connector/J 3.5", cpu, startDelay);
    }

    private static NodeSummary node(
            String address, String java, String driver, @Nullable Double cpu, DurationSummary startDelay) {
        return new NodeSummary(
                address,
                java,
                driver,
                2,
                new ClockSummary(0, 100),
                4,
                100,
                NONE,
                startDelay,
                List.of(),
                cpu,
                cpu == null ? null : cpu + 5,
                0,
                1,
                null);
    }

    @Test
    void nodesThatKeepUpAreNotSpokenOf() {
        assertThat(NodeNotes.of(List.of())).isEmpty();
        assertThat(NodeNotes.of(List.of(
                        node("a:1", 69.0, delay(4.0)), node("b:1", 12.0, delay(13.9)), node("c:1", null, NONE))))
                .isEmpty();
    }

    @Test
    void namesTheBusiest() {
        assertThat(NodeNotes.of(List.of(node("a:1", 70.0, NONE), node("b:1", 93.0, NONE), node("c:1", 10.0, NONE))))
                .containsExactly("2 of 3 worker nodes used 70 % of their processors or more, most of all b:1 with 93 %"
                        + " (98 % in its busiest second): latencies and delays may be their own");
        assertThat(NodeNotes.of(List.of(node("a:1", 81.0, NONE))))
                .containsExactly("1 of 1 worker node used 70 % of its processors or more, most of all a:1 with 81 %"
                        + " (86 % in its busiest second): latencies and delays may be its own");
    }

    @Test
    void namesWhoIsBehindItsScheduleMoreThanTheOthers() {
        assertThat(NodeNotes.of(List.of(
                        node("a:1", 1.0, delay(2.0)), node("b:1", 1.0, delay(40.0)), node("c:1", 1.0, delay(3.0)))))
                .containsExactly("1 of 3 worker nodes fell behind their schedule, most of all b:1 with a start delay of"
                        + " 40.0 ms at p99, where the median of all nodes is 3.0 ms: it was slower than they are, or its"
                        + " way to the server is longer");
        // all of them are: that is the server
        assertThat(NodeNotes.of(List.of(node("a:1", 1.0, delay(200.0)), node("b:1", 1.0, delay(400.0)))))
                .isEmpty();
        assertThat(NodeNotes.of(List.of(node("a:1", 1.0, delay(900.0))))).isEmpty();
    }

    @Test
    void namesWhatDiffers() {
        assertThat(NodeNotes.of(List.of(
                        node("a:1", "17.0.15", "MariaDB Connector/J 3.5", 1.0, NONE),
                        node("b:1", "25.0.1", "MySQL Connector/J 9.5", 1.0, NONE),
                        node("c:1", "25.0.1", "", 1.0, NONE))))
                .containsExactly(
                        "worker nodes run on different Java versions: 17.0.15, 25.0.1",
                        "worker nodes write by different drivers: MariaDB Connector/J 3.5, MySQL Connector/J 9.5");
    }
}
