// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog;

import io.github.cdctester.config.Endpoint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The servers that a stream may come from, and the next one to try. A server that has purged the stream's place is left out until
 * the stream has progressed. Confined to the reader's thread.
 */
final class FailoverServers {

    private final List<Endpoint> servers;
    private final Map<Endpoint, String> unfit = new LinkedHashMap<>();

    private long unfitAt = -1;
    private int turn;

    FailoverServers(List<Endpoint> servers) {
        this.servers = List.copyOf(servers);
    }

    /** Sets the server to try first. */
    void beginAt(Endpoint server) {
        turn = Math.max(0, servers.indexOf(server));
    }

    /** Returns the next server to try, in a cycle without the servers left out; at least one other must exist. */
    Endpoint next() {
        Endpoint next;
        do {
            next = servers.get(turn);
            turn = (turn + 1) % servers.size();
        } while (unfit.containsKey(next));
        return next;
    }

    /** Leaves out a server that has reported that it cannot serve. */
    boolean leaveOut(Endpoint server, String why, long progress) {
        if (progress != unfitAt) {
            unfit.clear();
            unfitAt = progress;
        }
        unfit.put(server, why);
        return !unfit.keySet().containsAll(servers);
    }

    /** All of them have their turn again. */
    void admitAll() {
        unfit.clear();
    }

    /** Lists the servers left out with their answers, for a message; empty if there are none. */
    String leftOut(@Nullable Endpoint butFor) {
        StringBuilder text = new StringBuilder();
        unfit.forEach((server, why) -> {
            if (!server.equals(butFor)) {
                text.append("; nor at ").append(server.address()).append(": ").append(why);
            }
        });
        return text.toString();
    }
}
