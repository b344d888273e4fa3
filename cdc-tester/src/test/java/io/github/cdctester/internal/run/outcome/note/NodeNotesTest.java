// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome.note;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.summary.ClockSummary;
import io.github.cdctester.result.summary.DurationSummary;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodeNotesTest {

    private static final DurationSummary NO_DELAYS = delay(null);

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
                List.of(),
                2,
                new ClockSummary(0, 100),
                4,
                100,
                NO_DELAYS,
                startDelay,
                List.of(),
                cpu,
                cpu == null ? null : cpu + 5,
                0,
                1,
                null);
    }

    @Test
    void omitsNodesThatKeepUp() {
        assertThat(NodeNotes.of(List.of())).isEmpty();
        assertThat(NodeNotes.of(List.of(
                        node("a:1", 69.0, delay(4.0)), node("b:1", 12.0, delay(13.9)), node("c:1", null, NO_DELAYS))))
                .isEmpty();
    }

    private static Note busyNote(int busyNodes, int nodes, String node, double cpuPercent, double busiestCpuPercent) {
        return Note.of(
                Code.NODES_BUSY,
                "busy",
                busyNodes,
                "nodes",
                nodes,
                "limitPercent",
                70.0,
                "node",
                node,
                "cpuPercent",
                cpuPercent,
                "busiestCpuPercent",
                busiestCpuPercent);
    }

    @Test
    void namesBusiestNode() {
        assertThat(NodeNotes.of(List.of(
                        node("a:1", 70.0, NO_DELAYS), node("b:1", 93.0, NO_DELAYS), node("c:1", 10.0, NO_DELAYS))))
                .containsExactly(busyNote(2, 3, "b:1", 93.0, 98.0));
        assertThat(NodeNotes.of(List.of(node("a:1", 81.0, NO_DELAYS))))
                .containsExactly(busyNote(1, 1, "a:1", 81.0, 86.0));
    }

    @Test
    void namesNodeWithLargestStartDelay() {
        assertThat(NodeNotes.of(List.of(
                        node("a:1", 1.0, delay(2.0)), node("b:1", 1.0, delay(40.0)), node("c:1", 1.0, delay(3.0)))))
                .containsExactly(Note.of(
                        Code.NODES_BEHIND,
                        "behind",
                        1,
                        "nodes",
                        3,
                        "node",
                        "b:1",
                        "startDelayP99Millis",
                        40.0,
                        "medianMillis",
                        3.0));
        // all nodes are late, so the server is the cause
        assertThat(NodeNotes.of(List.of(node("a:1", 1.0, delay(200.0)), node("b:1", 1.0, delay(400.0)))))
                .isEmpty();
        assertThat(NodeNotes.of(List.of(node("a:1", 1.0, delay(900.0))))).isEmpty();
    }

    @Test
    void reportsDifferentVersions() {
        assertThat(NodeNotes.of(List.of(
                        node("a:1", "17.0.15", "MariaDB Connector/J 3.5", 1.0, NO_DELAYS),
                        node("b:1", "25.0.1", "MySQL Connector/J 9.5", 1.0, NO_DELAYS),
                        node("c:1", "25.0.1", "", 1.0, NO_DELAYS))))
                .containsExactly(
                        Note.of(Code.NODES_JAVA_DIFFERS, "versions", List.of("17.0.15", "25.0.1")),
                        Note.of(
                                Code.NODES_DRIVER_DIFFERS,
                                "drivers",
                                List.of("MariaDB Connector/J 3.5", "MySQL Connector/J 9.5")));
    }
}
