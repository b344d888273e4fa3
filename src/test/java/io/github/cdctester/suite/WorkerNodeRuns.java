// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.config.WorkerNodes;
import io.github.cdctester.suite.process.WorkerProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Base class of contracts that run with three worker nodes in separate processes. */
abstract class WorkerNodeRuns extends FaultyStreamRuns {

    /** Long, because processes may pause on a machine that runs four suites in parallel. */
    static final Duration TIMEOUT = Duration.ofMinutes(2);

    List<WorkerProcess> workers = List.of();
    Path secret;
    WorkerNodes nodes;

    @BeforeAll
    void startWorkers(@TempDir Path directory) {
        secret = WorkerProcess.newSecret(directory);
        workers = WorkerProcess.start(3, directory, secret);
        nodes = WorkerNodes.parse(addresses(), secret).withTimeout(TIMEOUT);
    }

    final String addresses() {
        return workers.stream().map(WorkerProcess::address).collect(Collectors.joining(","));
    }

    @AfterAll
    void stopWorkers() {
        workers.forEach(WorkerProcess::close);
    }
}
