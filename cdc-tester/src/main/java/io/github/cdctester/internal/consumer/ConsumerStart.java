// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.position.LogEnd;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Environment variables with the binlog's end at the consumer's first start, and with a directory for its offsets. The directory survives a
 * restart of the consumer.
 */
final class ConsumerStart {

    static final String STATE = "CDC_TESTER_STATE";
    static final String GTIDS = "CDC_TESTER_GTIDS";
    static final String LOG_FILE = "CDC_TESTER_LOG_FILE";
    static final String LOG_POSITION = "CDC_TESTER_LOG_POSITION";

    private final Path directory;
    private final Map<String, String> variables = new HashMap<>();

    private ConsumerStart(Path directory, LogEnd logEnd) {
        this.directory = directory;
        variables.put(STATE, directory.toString());
        variables.put(GTIDS, logEnd.gtidSet());
        if (!logEnd.position().equals(LogPosition.NOWHERE)) {
            variables.put(LOG_FILE, logEnd.position().file());
            variables.put(LOG_POSITION, String.valueOf(logEnd.position().offset()));
        }
    }

    static ConsumerStart at(Endpoint server) {
        try {
            return new ConsumerStart(Files.createTempDirectory("cdc-tester-consumer-"), end(server));
        } catch (IOException e) {
            throw new RunFailedException("no directory can be created for a consumer's offsets: " + e.getMessage(), e);
        }
    }

    /** Returns an empty position if the query fails: the account may lack the privilege, and few consumers need the position. */
    private static LogEnd end(Endpoint server) {
        try (ServerConnection connection = ServerConnection.open(server)) {
            return ServerInspector.of(connection, EpochMicrosClock.SYSTEM).logEnd();
        } catch (IOException | RunFailedException e) {
            return new LogEnd(LogPosition.NOWHERE, "");
        }
    }

    Map<String, String> variables() {
        return variables;
    }

    /** Returns the reason if this fails, for example because a container created files as another user. */
    Optional<String> remove() {
        try (Stream<Path> contents = Files.walk(directory)) {
            for (Path path : contents.sorted(Comparator.reverseOrder()).toList()) { // contents before their directory
                Files.deleteIfExists(path);
            }
            return Optional.empty();
        } catch (IOException | UncheckedIOException e) {
            return Optional.of("the directory " + directory + " was not removed: " + e);
        }
    }
}
