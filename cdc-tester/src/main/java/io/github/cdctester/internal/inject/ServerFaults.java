// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.inject;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.server.ControlledServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Injects faults into servers. Each fault uses a new connection, because faults may break the run's connections. */
record ServerFaults(Supplier<List<FaultInjector.Target>> streams, Optional<ControlledServer> controlled) {

    private static final String DUMP_CONNECTIONS =
            "SELECT id FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'"
                    + " AND user = SUBSTRING_INDEX(USER(), '@', 1)";

    String begin(Fault fault) throws IOException {
        return switch (fault.kind()) {
            case KILL_DUMP -> killDump();
            case KILL_DUMPS -> killDumps();
            case RESTART -> restart();
            case KILL_9 -> kill();
            case ROTATE -> rotate();
            case PURGE -> purge();
            default -> throw new IllegalArgumentException(fault + " is none of a server");
        };
    }

    private String killDump() throws IOException {
        List<FaultInjector.Target> targets = streams.get();
        if (targets.stream().allMatch(stream -> stream.connectionId().isEmpty())) {
            throw new RunFailedException("the stream is not connected");
        }
        List<String> outcomes = new ArrayList<>();
        for (FaultInjector.Target stream : targets) {
            String address = stream.server().address();
            if (stream.connectionId().isPresent()) {
                long connectionId = stream.connectionId().getAsLong();
                query(stream.server(), "KILL " + connectionId);
                outcomes.add("connection " + connectionId + " killed at " + address);
            } else {
                outcomes.add("no stream connected at " + address);
            }
        }
        return String.join(", ", outcomes);
    }

    private String killDumps() throws IOException {
        int killedConnections = 0;
        for (Endpoint server : servers()) {
            for (List<String> dump : query(server, DUMP_CONNECTIONS)) {
                query(server, "KILL " + Long.parseLong(dump.get(0)));
                killedConnections++;
            }
        }
        if (killedConnections == 0) {
            throw new RunFailedException("this account has no connection that reads a binlog, or may not see it");
        }
        return PlainText.withNoun(killedConnections, "connection") + " killed";
    }

    private String restart() {
        controlledServer().restart();
        return "ended in order and started again";
    }

    private String kill() {
        try {
            controlledServer().kill();
        } finally {
            controlledServer().startAgain();
        }
        return "killed and started again";
    }

    private String rotate() throws IOException {
        for (Endpoint server : servers()) {
            query(server, "FLUSH BINARY LOGS");
        }
        return "a new log file started";
    }

    /** Keeps the oldest file that a stream reads, and later files. */
    private String purge() throws IOException {
        rotate();
        for (Endpoint server : servers()) {
            String file = streams.get().stream()
                    .filter(stream -> stream.server().equals(server))
                    .map(FaultInjector.Target::logFile)
                    .min(Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder()))
                    .filter(name -> !name.isEmpty())
                    .orElseThrow(() -> new RunFailedException("the stream has not begun to read a file"));
            query(server, "PURGE BINARY LOGS TO '" + file.replace("\\", "\\\\").replace("'", "''") + "'");
        }
        return "a new log file started, files before the oldest one in use purged";
    }

    private static List<List<String>> query(Endpoint server, String sql) throws IOException {
        try (ServerConnection connection = ServerConnection.open(server)) {
            return connection.query(sql);
        }
    }

    private List<Endpoint> servers() {
        return streams.get().stream()
                .map(FaultInjector.Target::server)
                .distinct()
                .toList();
    }

    private ControlledServer controlledServer() {
        return controlled.orElseThrow(() -> new RunFailedException("this process did not start the server"));
    }
}
