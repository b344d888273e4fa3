// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.containers;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.binlog.connection.ServerInspector;
import io.github.cdctester.internal.binlog.connection.StreamPreflight;
import io.github.cdctester.internal.time.EpochMicrosClock;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Waits until a server's stream can be read.
 *
 * @param lastErrors returns errors of the server's log, for the message if the server has ended
 */
record StreamReadiness(String name, Duration timeout, BooleanSupplier isRunning, Supplier<String> lastErrors) {

    private static final long RETRY_NANOS = 100_000_000;

    /** If a responding server lacks a requirement for this long, waiting fails. */
    private static final long MISSING_TIMEOUT_NANOS = 3_000_000_000L;

    /**
     * {@code missingRequirement} is empty if the stream can be read. {@code isChecked} is false if the attempt failed before the
     * requirements were checked.
     */
    private record Attempt(String missingRequirement, boolean isChecked) {}

    /**
     * @param statements idempotent statements
     * @param reader endpoint with the account that reads the log
     * @throws RunFailedException on timeout, on interruption, if a requirement is missing for 3 s, or if the server has ended
     */
    void await(Endpoint root, List<String> statements, Endpoint reader) {
        long startNanos = System.nanoTime();
        long lastFailureNanos = startNanos;
        while (true) {
            Attempt attempt = tryOnce(root, statements, reader);
            String requirement = attempt.missingRequirement();
            if (requirement.isEmpty()) {
                return;
            }
            if (Thread.currentThread().isInterrupted()) { // a query to Docker would fail
                throw new RunFailedException("interrupted while waiting for " + name);
            }
            lastFailureNanos = attempt.isChecked() ? lastFailureNanos : System.nanoTime();
            if (!isRunning.getAsBoolean()) {
                throw new RunFailedException(name + " has ended: " + lastErrors.get());
            }
            long now = System.nanoTime();
            if (now - startNanos > timeout.toNanos() || now - lastFailureNanos > MISSING_TIMEOUT_NANOS) {
                long seconds = Duration.ofNanos(now - startNanos).toSeconds();
                throw new RunFailedException(
                        "the stream of " + name + " cannot be read after " + seconds + " s: " + requirement);
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
    }

    /** A starting server is expected to fail. */
    private static Attempt tryOnce(Endpoint root, List<String> statements, Endpoint reader) {
        try {
            if (!statements.isEmpty()) {
                try (ServerConnection connection = ServerConnection.open(root)) {
                    for (String statement : statements) {
                        connection.query(statement);
                    }
                }
            }
            try (ServerConnection connection = ServerConnection.open(reader)) {
                ServerInspector inspector = ServerInspector.of(connection, EpochMicrosClock.SYSTEM);
                return new Attempt(
                        String.join(
                                "; ", StreamPreflight.check(reader, inspector).problems()),
                        true);
            }
        } catch (IOException | RunFailedException e) {
            return new Attempt(String.valueOf(e.getMessage()), false);
        }
    }
}
