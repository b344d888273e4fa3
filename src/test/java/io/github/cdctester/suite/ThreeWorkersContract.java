// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.process.WorkerProcess;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The test ends some of the three worker processes during a run. */
abstract class ThreeWorkersContract extends ServerContract {

    final List<WorkerProcess> workers = new ArrayList<>();
    Path secret = Path.of("");
    Path tempDirectory = Path.of("");

    @Override
    TestServer start() {
        return EmbeddedTestServer.shared();
    }

    @BeforeEach
    void startWorkers(@TempDir Path directory) {
        tempDirectory = directory;
        secret = WorkerProcess.newSecret(directory);
        workers.addAll(WorkerProcess.start(3, directory, secret));
    }

    @AfterEach
    void stopWorkers() {
        workers.forEach(WorkerProcess::close);
        workers.clear();
    }

    final String addresses() {
        return workers.stream().map(WorkerProcess::address).collect(Collectors.joining(","));
    }

    final WorkerNodes nodes() {
        return WorkerNodes.parse(addresses(), secret)
                .withTimeout(Duration.ofSeconds(20))
                .toleratingLoss();
    }

    final PlanBuilder plan(WorkerNodes nodes, WorkloadSpec workload, LoadSpec load, int seconds, RunListener listener) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(workload)
                .load(load)
                .workers(nodes)
                .window(new Window(Duration.ofSeconds(1), Duration.ofSeconds(seconds), 0, Duration.ofSeconds(60)))
                .listener(listener)
                .prepareFirst();
    }

    static boolean isMove(Note note) {
        return note.code() == Code.NODE_PART_TAKEN_OVER;
    }
}
