// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.experiment.probe.source.NoReading;
import io.github.cdctester.internal.experiment.probe.source.SourceReaders;
import io.github.cdctester.internal.run.ProbeReadings;
import io.github.cdctester.internal.writer.ConnectionPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The probes of a run, each in its thread. */
public final class Probes implements ProbeReadings, AutoCloseable {

    /** For a reading on its way, before its connection is broken off. */
    private static final Duration POLITE = Duration.ofSeconds(1);

    private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(10);

    private final List<ProbeThread> threads;
    private final @Nullable ConnectionPool pool;
    private final int connections;
    private final Queue<String> warnings = new ConcurrentLinkedQueue<>();
    private final Consumer<String> notes;

    private Probes(ProbePlan plan, @Nullable ConnectionPool pool, ProbeSink sink, Consumer<String> notes) {
        this.pool = pool;
        connections = plan.statements();
        this.notes = notes;
        SourceReaders readers = new SourceReaders(pool == null ? Probes::nobody : pool, plan.server());
        threads = plan.probes().stream()
                .map(spec -> new ProbeThread(
                        spec,
                        readers.reader(spec.name(), spec.source(), spec.rate(), spec.patience()),
                        sink,
                        warnings::add))
                .toList();
    }

    private static Connection nobody() throws SQLException {
        throw new SQLException("there are no connections, as no probe asks for SQL");
    }

    /**
     * Connects, and reads each probe once, all of them at the same time; nothing goes to the sink yet.
     *
     * @param plan the probes
     * @param sink takes what is read from the start on; closed by its owner, after the probes
     * @param notes is told of the first gap of each kind, one sentence each, in the threads that call {@link #latest()}
     * @return the probes, of which each has given a number
     * @throws InvalidPlanException if what a probe asks answers, but not with a number
     * @throws RunFailedException if it does not answer
     * @throws InterruptedException if the caller was interrupted
     */
    public static Probes open(ProbePlan plan, ProbeSink sink, Consumer<String> notes) throws InterruptedException {
        ConnectionPool pool = pool(plan);
        Probes probes = null;
        try {
            probes = new Probes(plan, pool, sink, notes);
            probes.warmUp();
            return probes;
        } catch (InterruptedException | RuntimeException | Error e) {
            try (Probes opened = probes;
                    ConnectionPool left = probes == null ? pool : null) {
                throw e;
            }
        }
    }

    private static @Nullable ConnectionPool pool(ProbePlan plan) {
        int statements = plan.statements();
        if (statements == 0) {
            return null;
        }
        boolean tls;
        try (ServerConnection first = ServerConnection.open(plan.endpoint())) {
            tls = first.security().tls();
        }
        return ConnectionPool.open(plan.endpoint(), tls, statements);
    }

    private void warmUp() throws InterruptedException {
        threads.forEach(ProbeThread::warmUp);
        for (ProbeThread thread : threads) {
            Optional<NoReading> refused = thread.awaitFirst();
            failIfBroken();
            if (refused.isPresent()) {
                String name = "probes." + thread.spec().name();
                String why = String.valueOf(refused.get().getMessage());
                throw refused.get().isAnswered()
                        ? new InvalidPlanException(
                                name, "a probe without a number (" + why + ")", "one that reads a number")
                        : new RunFailedException(name + " cannot be read: " + why);
            }
        }
    }

    /** Reads from now on, at each probe's pace; seconds count from here. */
    public void start() {
        long now = System.nanoTime();
        threads.forEach(thread -> thread.start(now));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Values that are not older than twice the pace of their probe, and those that are not older than a second. What broke a
     * probe's thread, other than a failing reading, comes out here.
     */
    @Override
    public Map<String, Double> latest() {
        failIfBroken();
        String note = warnings.poll();
        while (note != null) {
            notes.accept(note);
            note = warnings.poll();
        }
        long now = System.nanoTime();
        Map<String, Double> values = new LinkedHashMap<>();
        threads.forEach(thread -> values.putAll(thread.latest(now)));
        return values;
    }

    @Override
    public int connections() {
        return connections;
    }

    @Override
    public Map<String, String> units() {
        Map<String, String> units = new LinkedHashMap<>();
        threads.forEach(thread -> thread.spec()
                .unitOfNumbers()
                .ifPresent(unit -> units.put(thread.spec().name(), unit)));
        return units;
    }

    /**
     * Tells what was missing so far.
     *
     * @return a sentence for each probe that has gaps
     */
    public List<String> gaps() {
        return threads.stream().map(ProbeThread::gaps).flatMap(Optional::stream).toList();
    }

    /**
     * Ends the threads and their connections.
     *
     * @throws RunFailedException if one does not end, or had failed and nobody was told yet
     */
    @Override
    public void close() {
        FirstFailure failures = new FirstFailure();
        threads.forEach(ProbeThread::end);
        threads.forEach(thread -> thread.awaitEnd(POLITE));
        if (pool != null) {
            failures.doing(pool::breakOff);
        }
        for (ProbeThread thread : threads) {
            if (!thread.awaitEnd(CLOSING_PATIENCE)) {
                failures.doing(() -> {
                    throw new RunFailedException("probe " + thread.spec().name() + " does not end");
                });
            }
        }
        if (pool != null) {
            failures.doing(pool::close);
        }
        failures.doing(this::failIfBroken);
        failures.rethrow();
    }

    private void failIfBroken() {
        for (ProbeThread thread : threads) {
            Throwable cause = thread.failure();
            if (cause instanceof Error error) {
                throw error;
            }
            if (cause instanceof RuntimeException own) {
                throw own;
            }
            if (cause != null) {
                throw new RunFailedException("probe " + thread.spec().name() + " broke: " + cause, cause);
            }
        }
    }
}
