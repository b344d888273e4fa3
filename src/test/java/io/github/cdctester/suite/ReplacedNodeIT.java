// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkerNodesCopy;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.process.WorkerProcess;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A platform, such as Kubernetes, replaces a killed worker node with a node at another address. */
@Timeout(300)
final class ReplacedNodeIT extends ThreeWorkersContract implements WorkerNodes.Platform {

    private final StopSignal stop = new StopSignal();
    private String lostAddress = "";
    private volatile @Nullable String replacementAddress;

    @Override
    public Optional<Instance> current(InetSocketAddress address) {
        boolean isAvailable =
                workers.get(1).process().isAlive() || !WorkerNodes.text(address).equals(lostAddress);
        return (isAvailable
                        ? Optional.of(address)
                        : Optional.ofNullable(replacementAddress).map(WorkerNodes::bindAddress))
                .flatMap(NONE::current);
    }

    @Override
    public CompletableFuture<String> lossReason(String name) {
        return CompletableFuture.completedFuture("Evicted");
    }

    private boolean isMoveToReplacement(Note note) {
        return isMove(note) && note.arguments().get("to").equals(replacementAddress);
    }

    /** Replaces a node after two seconds. Stops the run three seconds after the new node has received the load. */
    private final class NodeReplacer implements RunListener {

        private int seconds;
        private int movesToReplacement;
        private int secondsLeft = 3;

        @Override
        public void note(Note note) {
            movesToReplacement += isMoveToReplacement(note) ? 1 : 0;
        }

        @Override
        public void sample(SampleRow sample) {
            if (++seconds == 2) {
                workers.get(1).process().kill();
                workers.addAll(WorkerProcess.start(1, tempDirectory, secret));
                replacementAddress = workers.get(3).address();
            } else if (movesToReplacement == 2 && --secondsLeft == 0) {
                stop.raise();
            }
        }
    }

    @Test
    @Nightly
    void replacementTakesOverWorkOfLostNode() {
        lostAddress = workers.get(1).address();
        WorkerNodes nodes =
                WorkerNodesCopy.of(nodes().takingLateNodes()).platform(this).build();
        RunResult result = RoundTripChecks.run(plan(
                        nodes,
                        Sysbench.oltpInsert().autoInc(false).tables(2),
                        LoadSpec.openLoop(6, Rate.perSecond(300)),
                        120,
                        new NodeReplacer())
                .stopSignal(stop)
                .cleanupAfter());
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.notes()).filteredOn(this::isMoveToReplacement).hasSize(2);
        assertThat(result.summary().tester().nodes())
                .filteredOn(node -> node.address().equals(lostAddress))
                .singleElement()
                .extracting(NodeSummary::lost)
                .asString()
                .endsWith("; Kubernetes reports: Evicted");
        assertThat(result.summary().tester().nodes())
                .filteredOn(node -> node.address().equals(replacementAddress))
                .singleElement()
                .satisfies(node -> assertThat(node.transactions()).isPositive());
    }
}
