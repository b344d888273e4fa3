// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.run.RunSettings;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Detects new readers of a server's binlog in its process list, if the account may see them. */
final class BinlogReaders {

    private static final String DUMP_CONNECTIONS =
            "SELECT id FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'";

    private static final long POLL_NANOS = 50_000_000;

    private BinlogReaders() {}

    /** Waits for a reader that connects after {@code start}, at most as long as the warm-up. Returns true if a reader has connected. */
    static boolean awaitNewReader(RunSettings settings, Runnable start) {
        try (ServerConnection server = ServerConnection.open(settings.plan().endpoint())) {
            Set<List<String>> earlierConnections = new HashSet<>(server.query(DUMP_CONNECTIONS));
            start.run();
            long startNanos = System.nanoTime();
            long timeoutNanos = settings.plan().window().warmUp().toNanos();
            while (earlierConnections.containsAll(server.query(DUMP_CONNECTIONS))) {
                if (System.nanoTime() - startNanos > timeoutNanos
                        || settings.stop().await(POLL_NANOS)) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw new RunFailedException("querying the followers of the log failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
