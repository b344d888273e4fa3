// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.binlog.connection.ServerConnection;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.experiment.probe.source.SourceReaderFactory;
import io.github.cdctester.internal.meter.ProbeMeters;
import io.github.cdctester.internal.run.ProbeReadings;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.outcome.ProbeTotals.ProbeReport;
import io.github.cdctester.internal.usage.NoReading;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.result.Note;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the probes of a run, each in its own thread. May be used for several runs in succession. */
public final class Probes implements ProbeReadings, AutoCloseable {

    /** After this time, {@link #close()} breaks the connection of a pending reading. */
    private static final Duration PENDING_TIMEOUT = Duration.ofSeconds(1);

    /** A program or an HTTP endpoint may answer later. */
    private static final Duration AGENT_TIMEOUT = Duration.ofSeconds(2);

    /** Exceeds the time limit of every reader. */
    private static final Duration FIRST_READING_TIMEOUT = Duration.ofDays(2);

    private static final Duration CLOSING_TIMEOUT = Duration.ofSeconds(10);

    /** Failures that a missing table can cause: no table, no schema, no row, no number. */
    private static final Set<String> MISSING_TABLE_KINDS = Set.of("error 1146", "error 1049", "rows", "number");

    /** Kinds of permanent failures, for example a missing program. */
    private static final Set<String> PERMANENT_KINDS = Set.of("start", "several", "label");

    /**
     * @param seconds since the start of the probes
     * @param values by series, such as {@code pool} or {@code nodes.pcu.a}; empty if the reading is missing
     * @param gap reason for a missing reading, in one sentence; otherwise {@code null}
     */
    public record ProbeReading(
            String probe,
            @Nullable String unit,
            Instant at,
            double seconds,
            Map<String, Double> values,
            @Nullable String gap) {

        public ProbeReading {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    private final ProbePlan plan;
    private final Consumer<ProbeReading> onReading;
    private final SourceReaderFactory readerFactory;
    private final Map<Endpoint, ConnectionPool> pools = new HashMap<>();
    private final List<ProbeThread> threads = new CopyOnWriteArrayList<>();
    private final List<ProbeSpec> probesWithoutTables = new ArrayList<>();
    private final Queue<Note> warnings = new ConcurrentLinkedQueue<>();
    private Consumer<ProbeReading> sink;
    private Consumer<Note> notes = note -> {};
    private Set<String> futureTables = Set.of();
    private long startNanos;

    /** @param onReading called in the probes' threads; an exception ends the run. The caller closes it after the probes */
    public Probes(ProbePlan plan, Consumer<ProbeReading> onReading) {
        this.plan = plan;
        this.onReading = onReading;
        sink = onReading;
        readerFactory = new SourceReaderFactory(plan.server(), plan.endpoint());
    }

    @Override
    public void begin(RunSettings run, Set<String> tables, Resources resources) throws InterruptedException {
        sink = run.registry()
                .map(registry -> resources.add(new ProbeMeters(registry)))
                .map(meters ->
                        onReading.andThen(reading -> meters.publish(reading.probe(), reading.unit(), reading.values())))
                .orElse(onReading);
        resources.add(this);
        open(tables, run.listener()::note);
        start();
    }

    private static ConnectionPool pool(Endpoint endpoint, int statements) {
        boolean tls;
        try (ServerConnection connection = ServerConnection.open(endpoint)) {
            tls = connection.security().tls();
        }
        return ConnectionPool.open(endpoint, tls, statements);
    }

    /**
     * Connects, and reads all probes once in parallel, without {@code onReading}. Must be closed even if this method throws. Probes of
     * tables that do not exist yet are read again in {@link #onTablesCreated()}.
     *
     * @param onNote receives a note on the first missing reading of each kind, in the thread that calls {@link #latest()}
     */
    public Probes open(Set<String> tables, Consumer<Note> onNote) throws InterruptedException {
        futureTables = tables;
        notes = onNote;
        startNanos = 0;
        threads.clear();
        plan.statementCounts().forEach((endpoint, count) -> pools.put(endpoint, pool(endpoint, count.intValue())));
        readFirst(plan.probes());
        return this;
    }

    private void readFirst(List<ProbeSpec> specs) throws InterruptedException {
        List<ProbeThread> newThreads = specs.stream().map(this::createThread).toList();
        threads.addAll(newThreads);
        newThreads.forEach(ProbeThread::startFirstReading);
        for (ProbeThread thread : newThreads) {
            boolean mayBeUnavailable =
                    plan.toleratesMissingAgents() && thread.spec().readsAgent();
            Optional<NoReading> failure = thread.awaitFirst(mayBeUnavailable ? AGENT_TIMEOUT : FIRST_READING_TIMEOUT);
            failIfBroken();
            if (failure.isPresent()
                    && startNanos == 0
                    && ProbePlan.mentionsTable(thread.spec(), futureTables)
                    && MISSING_TABLE_KINDS.contains(failure.get().kind())) {
                thread.end();
                threads.remove(thread);
                probesWithoutTables.add(thread.spec());
            } else if (failure.isPresent()
                    && mayBeUnavailable
                    && !PERMANENT_KINDS.contains(failure.get().kind())) {
                thread.recordGap(failure.get());
            } else if (failure.isPresent()) {
                String name = "probes." + thread.spec().name();
                String reason = String.valueOf(failure.get().getMessage()).replaceFirst("^\\(conn=\\d+\\) ", "");
                throw failure.get().isAnswered()
                        ? new InvalidPlanException(name, "reads no number: " + reason)
                        : new RunFailedException(name + " cannot be read: " + reason);
            }
        }
    }

    private ProbeThread createThread(ProbeSpec spec) {
        ConnectionSource connections = pools.get(plan.endpointOf(spec));
        return new ProbeThread(
                spec,
                readerFactory.reader(
                        spec.name(),
                        spec.source(),
                        spec.rate(),
                        spec.timeout(),
                        connections == null ? Probes::noConnection : connections),
                sink,
                warnings::add);
    }

    private static Connection noConnection() throws SQLException {
        throw new SQLException("there are no connections: this probe executes no SQL");
    }

    public boolean awaitsTables() {
        return !probesWithoutTables.isEmpty();
    }

    @Override
    public void onTablesCreated() throws InterruptedException {
        if (probesWithoutTables.isEmpty()) {
            return;
        }
        List<ProbeSpec> readableProbes = List.copyOf(probesWithoutTables);
        probesWithoutTables.clear();
        int earlierThreadCount = threads.size();
        readFirst(readableProbes);
        threads.subList(earlierThreadCount, threads.size()).forEach(thread -> thread.start(startNanos));
    }

    public void start() {
        startNanos = System.nanoTime();
        threads.forEach(thread -> thread.start(startNanos));
    }

    /**
     * {@inheritDoc}
     *
     * <p>A value is current for twice the interval of its probe, but at least for one second.
     */
    @Override
    public Map<String, Double> latest() {
        failIfBroken();
        for (Note note = warnings.poll(); note != null; note = warnings.poll()) {
            notes.accept(note);
        }
        long nowNanos = System.nanoTime();
        Map<String, Double> values = new LinkedHashMap<>();
        threads.forEach(thread -> values.putAll(thread.latest(nowNanos)));
        return values;
    }

    @Override
    public int connectionCount() {
        return plan.connectionCount();
    }

    @Override
    public ProbeReport report() {
        List<Note> gaps = threads.stream()
                .map(ProbeThread::gapNote)
                .flatMap(Optional::stream)
                .toList();
        return new ProbeReport(plan.units(), plan.comparedMetrics(), gaps);
    }

    @Override
    public void close() {
        FirstFailure failures = new FirstFailure();
        threads.forEach(ProbeThread::end);
        threads.forEach(thread -> thread.awaitEnd(PENDING_TIMEOUT));
        pools.values().forEach(pool -> failures.run(pool::closeNow));
        for (ProbeThread thread : threads) {
            if (!thread.awaitEnd(CLOSING_TIMEOUT)) {
                failures.run(() -> {
                    throw new RunFailedException("probe " + thread.spec().name() + " does not end");
                });
            }
        }
        pools.values().forEach(pool -> failures.run(pool::close));
        pools.clear();
        probesWithoutTables.clear();
        failures.run(this::failIfBroken);
        failures.rethrow();
    }

    private void failIfBroken() {
        for (ProbeThread thread : threads) {
            FirstFailure.rethrow(
                    thread.failure(), cause -> "probe " + thread.spec().name() + " broke: " + cause);
        }
    }
}
