// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.cluster.message.Message.EndTask;
import io.github.cdctester.internal.cluster.message.Message.Fill;
import io.github.cdctester.internal.cluster.message.Message.FillProgress;
import io.github.cdctester.internal.cluster.message.Message.Over;
import io.github.cdctester.internal.workload.TableFilling;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.workload.Preparation;
import io.github.cdctester.workload.Preparation.Progress;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class RemoteFillersTest {

    private static final LoadSpec LOAD = LoadSpec.closedLoop(7);
    private static final NamedLoad NAMED_LOAD = NamedLoad.of(Sysbench.oltpInsert(), LOAD);
    private static final Plan PLAN = FakeCluster.plan(LOAD);

    private final StopSignal stop = new StopSignal();
    private final List<Long> rows = new ArrayList<>();

    private static FakeCluster createCluster(boolean toleratesLoss) {
        FakeCluster fake = new FakeCluster(LOAD, toleratesLoss, "a:1", "b:1", "c:1");
        for (String node : List.of("a:1", "b:1", "c:1")) {
            fake.transport.setAnswer(node, Fill.class, fill -> reportEnd(fake, node, fill, null));
            fake.transport.setAnswer(node, EndTask.class, endTask -> new Over(endTask.task(), "it was stopped"));
        }
        return fake;
    }

    private static Over reportEnd(FakeCluster fake, String node, Fill fill, String reason) {
        fake.transport.sendFrom(
                node, new FillProgress(fill.task(), 10L * fill.share().part(fill.allPieces())));
        return new Over(fill.task(), reason);
    }

    private void fill(FakeCluster fake, int pieceCount) throws SQLException, InterruptedException {
        Preparation preparation = new Preparation(
                () -> {
                    throw new SQLException("nothing is done here");
                },
                1,
                stop,
                Progress.SILENT);
        TableFilling.Step step = new TableFilling.Step(pieceCount, (piece, statement, checkpoint, rowListener) -> {
            throw new SQLException("nothing is done here");
        });
        fake.coordinator.fillers(PLAN, NAMED_LOAD).orElseThrow().fill(step, 2, "noon", preparation, rows::add);
    }

    private static List<Fill> parts(FakeCluster fake) {
        return List.of("a:1", "b:1", "c:1").stream()
                .flatMap(node -> fake.transport.sentTo(node, Fill.class).stream())
                .toList();
    }

    @Test
    void assignsEachPieceToOneNode() throws Exception {
        FakeCluster fake = createCluster(false);
        fill(fake, 11);
        assertThat(parts(fake)).extracting(part -> part.share().sumBefore(11)).containsExactly(0L, 4L, 8L);
        assertThat(parts(fake)).extracting(part -> part.share().part(11)).containsExactly(4L, 4L, 3L);
        assertThat(parts(fake)).extracting(part -> part.share().part(7)).containsExactly(3L, 2L, 2L);
        assertThat(parts(fake)).allSatisfy(part -> {
            assertThat(part.allThreads()).isEqualTo(7);
            assertThat(part.allPieces()).isEqualTo(11);
            assertThat(part.step()).isEqualTo(2);
            assertThat(part.common()).isEqualTo("noon");
            assertThat(part.load()).isEqualTo("oltp_insert");
            assertThat(part.plan().endpoint().password().reveal()).isEqualTo("geheim");
            assertThat(part.toString()).doesNotContain("geheim");
        });
        assertThat(rows.stream().mapToLong(Long::longValue).sum()).isEqualTo(110);
    }

    @Test
    void moreNodesThanPiecesLeaveIdleNodes() throws Exception {
        FakeCluster fake = createCluster(false);
        fill(fake, 2);
        assertThat(fake.transport.sentTo("a:1", Fill.class)).hasSize(1);
        assertThat(fake.transport.sentTo("b:1", Fill.class)).hasSize(1);
        assertThat(fake.transport.sentTo("c:1", Fill.class)).isEmpty();
        assertThat(parts(fake)).extracting(part -> part.share().part(7)).containsExactly(4L, 3L);
    }

    @Test
    void reportsRowsWhileFilling() throws Exception {
        FakeCluster fake = createCluster(false);
        fake.transport.setAnswer("a:1", Fill.class, fill -> new FillProgress(fill.task(), 5));
        fake.transport.setAnswer("b:1", Fill.class, fill -> new FillProgress(fill.task(), 6));
        rows.add(0L);
        Thread remainingReports = new Thread(() -> {
            Fill first = fake.transport.sentTo("a:1", Fill.class).get(0);
            fake.transport.sendFrom("a:1", reportEnd(fake, "a:1", first, null));
            fake.transport.sendFrom("b:1", reportEnd(fake, "b:1", first, null));
        });
        Preparation preparation = new Preparation(() -> null, 1, stop, Progress.SILENT);
        fake.coordinator
                .fillers(PLAN, NAMED_LOAD)
                .orElseThrow()
                .fill(
                        new TableFilling.Step(3, (piece, statement, checkpoint, rowListener) -> {}),
                        0,
                        "",
                        preparation,
                        addedRows -> {
                            rows.add(addedRows);
                            if (rows.size() == 2) {
                                remainingReports.start();
                            }
                        });
        remainingReports.join();
        assertThat(rows.get(1))
                .as("rows of c, and the rows that the others reported")
                .isEqualTo(21);
        assertThat(rows.stream().mapToLong(Long::longValue).sum()).isEqualTo(30);
    }

    @Test
    void namesFailedNodeAndEndsOthers() {
        FakeCluster fake = createCluster(true);
        fake.transport.setAnswer("a:1", Fill.class, fill -> null);
        fake.transport.setAnswer("b:1", Fill.class, fill -> reportEnd(fake, "b:1", fill, "the table is full"));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> fill(fake, 3))
                .withMessage("worker b:1 failed: the table is full");
        assertThat(fake.transport.sentTo("a:1", EndTask.class)).hasSize(1);
        assertThat(fake.transport.disconnectedNodes)
                .as("all nodes reported the end")
                .isEmpty();
        assertThatNoException()
                .as("the next load can start")
                .isThrownBy(() -> createCluster(true).createPool());
    }

    @Test
    void lostNodeEndsFillingEvenIfTolerated() {
        FakeCluster fake = createCluster(true);
        fake.transport.setAnswer("a:1", Fill.class, fill -> null);
        fake.transport.setAnswer("c:1", Fill.class, fill -> {
            fake.transport.disconnectNode("c:1", "its connection broke");
            return null;
        });
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> fill(fake, 3))
                .withMessage("worker c:1 was lost: its connection broke; it was filling tables");
        assertThat(fake.transport.sentTo("a:1", EndTask.class)).hasSize(1);
    }

    @Test
    void nodeLostBeforeFillingIsNamedOrExcluded() throws Exception {
        FakeCluster strictCluster = createCluster(false);
        strictCluster.transport.disconnectNode("b:1", "its connection broke");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> fill(strictCluster, 3))
                .withMessage("worker b:1 was lost: its connection broke");
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> strictCluster.coordinator.check(NAMED_LOAD))
                .withMessage("worker b:1 was lost: its connection broke");
        FakeCluster tolerantCluster = createCluster(true);
        tolerantCluster.transport.disconnectNode("b:1", "its connection broke");
        fill(tolerantCluster, 4);
        assertThat(parts(tolerantCluster))
                .extracting(part -> part.share().part(4))
                .containsExactly(2L, 2L);
    }

    @Test
    void stopEndsNodesFirst() {
        FakeCluster fake = createCluster(false);
        fake.transport.setAnswer("a:1", Fill.class, fill -> null);
        fake.transport.setAnswer("b:1", Fill.class, fill -> {
            stop.raise();
            return null;
        });
        assertThatExceptionOfType(InterruptedException.class)
                .isThrownBy(() -> fill(fake, 3))
                .withMessage("stopped while preparing");
        assertThat(fake.transport.sentTo("a:1", EndTask.class)).hasSize(1);
        assertThat(fake.transport.sentTo("b:1", EndTask.class)).hasSize(1);
        assertThat(fake.transport.disconnectedNodes).isEmpty();
    }

    @Test
    void abandonsNodeThatDoesNotEnd() {
        FakeCluster fake = createCluster(false);
        fake.stepNanos = 40 * FakeCluster.SECOND;
        fake.transport.setAnswer("a:1", Fill.class, fill -> reportEnd(fake, "a:1", fill, "no room"));
        fake.transport.setAnswer("b:1", Fill.class, fill -> null);
        fake.transport.setAnswer("b:1", EndTask.class, endTask -> null);
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> fill(fake, 3))
                .withMessage("worker a:1 failed: no room");
        assertThat(fake.transport.disconnectedNodes).containsExactly("b:1");
        assertThat(fake.node("b:1").lossReason()).isEqualTo("worker b:1 did not stop filling tables within 90 s");
    }

    @Test
    void rejectsMoreNodesThanThreadsBeforeFilling() {
        FakeCluster fake = createCluster(false);
        assertThatNoException().isThrownBy(() -> fake.coordinator.check(NAMED_LOAD));
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> fake.coordinator.check(NamedLoad.of(Sysbench.oltpInsert(), LoadSpec.closedLoop(2))
                        .named("few")))
                .withMessage("there are 3 worker nodes, but few has 2 threads: give each node at least one");
    }
}
