// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.soak;

import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * @param heapBytes heap after a garbage collection
 * @param openFiles file handles, including sockets
 * @param connections all connections to the server
 */
record Footprint(long heapBytes, long threads, long openFiles, long connections) {

    static Footprint measure(TestServer server) {
        long connections = Long.parseLong(server.queryRows("SHOW GLOBAL STATUS LIKE 'Threads_connected'")
                .get(0)
                .get(1));
        System.gc();
        return new Footprint(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                countOpenFiles(),
                connections);
    }

    private static long countOpenFiles() {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
