// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkerNodesCopy;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.Summary.NodeSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import io.github.cdctester.suite.process.WorkerProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A platform, such as Kubernetes, replaces a killed worker node by a node at another address. */
@Timeout(300)
final class ReplacedNodeIT extends ServerContract implements WorkerNodes.Platform {

    private final List<WorkerProcess> workers = new ArrayList<>();
    private final StopSignal stop = new StopSignal();
    private Path files = Path.of("");
    private Path secret = Path.of("");
    private String lost = "";
    private volatile @Nullable String replacement;

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @BeforeEach
    void startWorkers(@TempDir Path directory) {
        files = directory;
        secret = WorkerProcess.newSecret(directory);
        workers.addAll(WorkerProcess.start(3, directory, secret));
        lost = workers.get(1).address();
    }

    @AfterEach
    void stopWorkers() {
        workers.forEach(WorkerProcess::close);
    }

    @Override
    public Optional<InetSocketAddress> currentAddress(InetSocketAddress address) {
        return workers.get(1).process().isAlive() || !WorkerNodes.text(address).equals(lost)
                ? Optional.of(address)
                : Optional.ofNullable(replacement).map(WorkerNodes::bindAddress);
    }

    @Override
    public CompletableFuture<String> lossReason(String address) {
        return CompletableFuture.completedFuture("Evicted");
    }

    private boolean isReturn(Note note) {
        return note.code() == Code.NODE_PART_MOVED && note.arguments().get("to").equals(replacement);
    }

    /** Replaces a node after two seconds, and stops the run three seconds after the replacement has the part. */
    private final class Replacing implements RunListener {

        private int seconds;
        private int returned;
        private int secondsLeft = 3;

        @Override
        public void note(Note note) {
            returned += isReturn(note) ? 1 : 0;
        }

        @Override
        public void sample(SampleRow sample) {
            if (++seconds == 2) {
                workers.get(1).process().kill();
                workers.addAll(WorkerProcess.start(1, files, secret));
                replacement = workers.get(3).address();
            } else if (returned == 2 && --secondsLeft == 0) {
                stop.raise();
            }
        }
    }

    @Test
    @Nightly
    void replacementGetsPartOfLostNode() {
        String addresses = workers.stream().map(WorkerProcess::address).collect(Collectors.joining(","));
        WorkerNodes nodes = WorkerNodes.parse(addresses, secret)
                .withTimeout(Duration.ofSeconds(20))
                .takingLateNodes();
        RunResult result = RoundTripChecks.run(CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().autoInc(false).tables(2))
                .load(LoadSpec.openLoop(6, Rate.perSecond(300)))
                .workers(WorkerNodesCopy.of(nodes).platform(this).build())
                .window(new Window(Duration.ZERO, Duration.ofSeconds(120), 0, Duration.ofSeconds(60)))
                .listener(new Replacing())
                .stopSignal(stop)
                .prepareFirst()
                .cleanupAfter());
        assertThat(result.verdict().status()).as(result.verdict().toString()).isEqualTo(Verdict.Status.LOSSLESS);
        assertThat(result.notes()).filteredOn(this::isReturn).hasSize(2);
        assertThat(result.summary().tester().nodes())
                .filteredOn(node -> node.address().equals(lost))
                .singleElement()
                .extracting(NodeSummary::lost)
                .asString()
                .endsWith("; Kubernetes reports: Evicted");
        assertThat(result.summary().tester().nodes())
                .filteredOn(node -> node.address().equals(replacement))
                .singleElement()
                .satisfies(node -> assertThat(node.transactions()).isPositive());
    }
}
