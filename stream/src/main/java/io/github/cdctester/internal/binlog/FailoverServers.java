// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Endpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Selects the server for a stream's next connection, in a cycle. A server that cannot continue the stream is skipped until the
 * stream makes progress or a connection lasts. Confined to the reader's thread.
 */
final class FailoverServers {

    private final List<Endpoint> servers;
    private final Map<Endpoint, String> skipped = new LinkedHashMap<>();

    private long skippedAtProgress = -1;
    private int nextIndex;

    FailoverServers(List<Endpoint> servers) {
        this.servers = List.copyOf(servers);
    }

    void beginAt(Endpoint server) {
        nextIndex = Math.max(0, servers.indexOf(server));
    }

    /** At least one server must not be skipped. */
    Endpoint next() {
        Endpoint next;
        do {
            next = servers.get(nextIndex);
            nextIndex = (nextIndex + 1) % servers.size();
        } while (skipped.containsKey(next));
        return next;
    }

    /** Progress since the last call makes earlier skipped servers available again. Returns false if all servers are skipped now. */
    boolean skip(Endpoint server, String error, long progress) {
        if (progress != skippedAtProgress) {
            skipped.clear();
            skippedAtProgress = progress;
        }
        skipped.put(server, error);
        return !skipped.keySet().containsAll(servers);
    }

    void clearSkipped() {
        skipped.clear();
    }

    /** Returns empty if no server other than {@code excluded} is skipped. */
    String describeSkipped(@Nullable Endpoint excluded) {
        StringBuilder text = new StringBuilder();
        skipped.forEach((server, error) -> {
            if (!server.equals(excluded)) {
                text.append("; ")
                        .append(server.address())
                        .append(" cannot continue the stream: ")
                        .append(error);
            }
        });
        return text.toString();
    }
}
