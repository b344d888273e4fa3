// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.suite.server.TestServer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** Kills the workers' connections several times, one second apart. */
final class WorkerKiller implements RunListener, AutoCloseable {

    private final TestServer server;
    private final int threads;
    private final int rounds;
    private final ExtraConnection sideConnection;
    private final Set<String> earlierConnections = new HashSet<>();
    private int killedCount;
    private long reconnectCount;
    private boolean hasWrittenAfterLastKill;

    WorkerKiller(TestServer server, int threads, int rounds) {
        this.server = server;
        this.threads = threads;
        this.rounds = rounds;
        sideConnection = new ExtraConnection(server);
    }

    /** Valid after the run. */
    int killedCount() {
        return killedCount;
    }

    /** Some workers may not have noticed the last kill yet. */
    boolean hasRecovered() {
        return hasWrittenAfterLastKill && reconnectCount >= (rounds - 1L) * threads;
    }

    @Override
    public void step(String text) {
        if (text.startsWith("connecting " + threads + " workers")) {
            earlierConnections.addAll(connections());
        }
    }

    @Override
    public void sample(SampleRow sample) {
        reconnectCount += sample.write().reconnects();
        // the sample of the first second after a kill can contain earlier writes
        hasWrittenAfterLastKill |=
                sample.second() > rounds + 1 && sample.write().transactions() > 0;
        if (sample.second() <= rounds) {
            Set<String> connectionIds = Eventually.assertThat(
                    Duration.ofSeconds(60), this::workerConnections, ids -> ids.size() >= threads);
            connectionIds.forEach(id -> sideConnection.execute("KILL " + id));
            earlierConnections.addAll(connectionIds);
            killedCount += connectionIds.size();
        }
    }

    /** Killed connections can stay in the process list for a while. */
    private Set<String> workerConnections() {
        Set<String> connectionIds = connections();
        connectionIds.removeAll(earlierConnections);
        return connectionIds;
    }

    private Set<String> connections() {
        return sideConnection.firstColumn("SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID()"
                + " AND command NOT LIKE 'Binlog Dump%' AND command <> 'Daemon' AND user = '"
                + server.endpoint().user() + "'");
    }

    @Override
    public void close() {
        sideConnection.close();
    }
}
