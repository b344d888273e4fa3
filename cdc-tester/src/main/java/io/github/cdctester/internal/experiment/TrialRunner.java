// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment;

import io.github.cdctester.config.Plan;
import io.github.cdctester.consumer.ConsumerSpec.FileSource;
import io.github.cdctester.consumer.ConsumerSpec.Stdin;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.experiment.ExperimentListener.Remaining;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.failure.CdcTesterException;
import io.github.cdctester.failure.ForeignTablesException;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.NotRemovedException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.StoppedEarlyException;
import io.github.cdctester.internal.run.heartbeat.HeartbeatTableRemainsException;
import io.github.cdctester.internal.time.DeferredInterrupt;
import io.github.cdctester.result.ExperimentResult;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Trial.Settling;
import io.github.cdctester.run.RunInterruptedException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs the trials that a {@link Strategy} selects, in the caller's thread. */
public final class TrialRunner {

    private final RunSettings base;
    private final TrialTables tables;
    private final TrialRuns runs;
    private final ExperimentListener listener;
    private final TrialTimes times;
    private final boolean waitsForIdleStream;
    private final Map<String, NotRemovedException> removalFailures = new LinkedHashMap<>(); // by message
    private @Nullable Strategy strategy;
    private @Nullable Settling latestSettling;
    private boolean interrupted = true; // also in intermediate results, which a killed experiment leaves behind

    public TrialRunner(
            RunSettings base, TrialTables tables, TrialRuns runs, TrialTimes times, boolean waitsForIdleStream) {
        this.base = base;
        this.tables = tables;
        this.runs = runs;
        listener = listenerOf(base);
        this.times = times;
        this.waitsForIdleStream = waitsForIdleStream;
        base.consumerSpecs().stream()
                .filter(spec -> spec.source() instanceof Stdin
                        || spec.source() instanceof FileSource file
                                && Files.exists(file.path())
                                && !Files.isRegularFile(file.path())
                                && (spec.command().isEmpty() || Files.isDirectory(file.path())))
                .findFirst()
                .ifPresent(spec -> {
                    throw new InvalidPlanException(
                            "consumer",
                            spec.name(),
                            "read from a source for all trials: not standard input, a directory, or a pipe without command");
                });
    }

    /**
     * Returns the listener of the runs. If it receives no events of experiments (like one by
     * {@code andThen}), returns a listener without effect.
     */
    public static ExperimentListener listenerOf(RunSettings base) {
        return base.listener() instanceof ExperimentListener listener ? listener : new ExperimentListener() {};
    }

    /** Consecutive trials share tables if the workloads allow it. */
    static TrialRunner forAxis(SweepAxis axis, RunSettings base, Duration settleTimeout) {
        Duration maxWait = settleTimeout(base.plan(), settleTimeout);
        return new TrialRunner(
                base,
                TrialTables.forAxis(axis, base, StepTables.of(base)),
                new QuiescenceWait(base, settleTimeout),
                TrialTimes.of(base.plan().window(), maxWait),
                !maxWait.isZero());
    }

    /** Returns zero if the run has no stream. */
    public static Duration settleTimeout(Plan base, Duration timeout) {
        return base.subscriber().stream() ? timeout : Duration.ZERO;
    }

    /**
     * If configured, drops the tables at the end, even after a failure.
     *
     * @return reasons why tables, including heartbeat tables, could not be dropped; {@code null} on success
     */
    @Nullable
    String runAll(Strategy experiment, Runnable check) {
        check.run();
        tables.rejectForeignTables();
        try {
            if (announceStart(experiment)) {
                settle();
                run(experiment);
            }
            interrupted = isStopped();
        } catch (RuntimeException | Error e) {
            removalFailures.values().forEach(e::addSuppressed);
            close().ifPresent(e::addSuppressed);
            throw e;
        }
        close().ifPresent(failure -> removalFailures.put(failure.getMessage(), failure));
        return removalFailures.isEmpty() ? null : String.join("; ", removalFailures.keySet());
    }

    /** Messages about heartbeat tables that could not be dropped. */
    public Set<String> removalFailures() {
        return removalFailures.keySet();
    }

    /** An interrupt is deferred, because the drop must wait for the server. */
    public Optional<NotRemovedException> close() {
        try (DeferredInterrupt deferred = DeferredInterrupt.begin()) {
            return tables.close();
        }
    }

    public boolean announceStart(Strategy experiment) {
        strategy = experiment;
        listener.experimentBegins(experiment.trialCount(), remaining(experiment));
        return experiment.remainingTrials() > 0 && !isStopped();
    }

    public void run(Strategy experiment) {
        boolean isFirst = true;
        for (Optional<PlannedTrial> nextTrial = experiment.next();
                nextTrial.isPresent() && !isStopped();
                nextTrial = experiment.next()) {
            long startNanos = System.nanoTime();
            if (!isFirst) {
                experiment.waitBetweenTrials(this);
            }
            isFirst = false;
            if (isStopped()) {
                return;
            }
            TrialRun run = runAttempts(experiment, nextTrial.get());
            if (run.stopped() && !experiment.countsInterruptedAsFailed()) {
                return;
            }
            experiment.onTrialEnded(run);
            times.add((System.nanoTime() - startNanos) / 1e9);
            ExperimentResult partialResult = experiment.partialResult();
            if (partialResult != null) {
                listener.trialEnded(run.trial().head(), run.result(), partialResult, remaining(experiment));
            }
        }
    }

    private TrialRun runAttempts(Strategy experiment, PlannedTrial plannedTrial) {
        long startNanos = System.nanoTime();
        for (int attempt = 1; ; attempt++) {
            PlannedTrial trial = plannedTrial.forAttempt(attempt);
            Instant startedAt = Instant.now();
            RunResult result = null;
            CdcTesterException failure = null;
            try {
                experiment.prepare(trial, this);
                result = run(experiment.adaptSettings(trial, base.withPreparedTables(trial.plan())));
                if (!result.interrupted()) {
                    experiment.verify();
                }
            } catch (RunFailedException | ForeignTablesException e) {
                failure = isStopWithoutFailure(e) ? null : e;
                result = RunInterruptedException.resultOf(e)
                        .orElse(result); // a failed verification has a result as well
            }
            // the partial result of a failed run is marked as interrupted as well
            boolean isStopped = isStopped() || failure == null && result != null && result.interrupted();
            boolean shouldRetry = false;
            if (failure != null && (!isStopped || experiment.countsInterruptedAsFailed())) {
                listener.trialFailed(trial.head(), NotRemovedException.messageOf(failure), failure);
                shouldRetry = experiment.shouldRetry(trial, failure, result) && !isStopped();
            }
            if (!shouldRetry) {
                boolean hasSucceeded = failure == null && result != null && !result.interrupted();
                return new TrialRun(
                        trial,
                        hasSucceeded
                                ? null
                                : failure == null ? TrialRun.INTERRUPTED : NotRemovedException.messageOf(failure),
                        startedAt,
                        (System.nanoTime() - startNanos) / 1e9,
                        latestSettling == null ? null : latestSettling.settled(),
                        result,
                        failure,
                        !hasSucceeded && (isStopped || isStopped()));
            }
        }
    }

    /** If only the heartbeat table remains, the result is complete and counts. */
    private RunResult run(RunSettings settings) {
        try {
            return runs.run(settings);
        } catch (NotRemovedException e) {
            if (!isOnlyHeartbeatTableLeft(e)) {
                throw e;
            }
            RunResult result = RunInterruptedException.resultOf(e).orElseThrow(() -> e);
            addRemovalFailure(e);
            return result;
        }
    }

    private void addRemovalFailure(NotRemovedException e) {
        String message = NotRemovedException.messageOf(e);
        if (removalFailures.put(message, e) == null) {
            base.listener().note(Note.other(message));
        }
    }

    /** After any other failure, writers of the trial may still be active, or its conditions were not as planned. */
    private static boolean isOnlyHeartbeatTableLeft(NotRemovedException e) {
        return e.getCause() instanceof HeartbeatTableRemainsException
                && Arrays.stream(e.getSuppressed()).allMatch(RunInterruptedException.class::isInstance);
    }

    private static boolean isStopWithoutFailure(CdcTesterException e) {
        return e instanceof StoppedEarlyException && e.getSuppressed().length == 0;
    }

    public void announce(PlannedTrial trial) {
        Strategy experiment = strategy;
        if (experiment != null) {
            listener.trialBegins(trial.head(), remaining(experiment));
        }
    }

    /** Returns {@code null} if there was no wait. */
    public @Nullable Settling settle() {
        if (waitsForIdleStream) {
            listener.settlingBegins();
            Settling settling = runs.settle(this::addRemovalFailure);
            latestSettling = settling;
            listener.settled(settling);
        }
        return latestSettling;
    }

    private Remaining remaining(Strategy experiment) {
        int trials = experiment.remainingTrials();
        return new Remaining(
                trials,
                times.seconds(trials) + (times.isMeasured() ? 0 : experiment.setupSeconds()),
                experiment.mayEndEarly());
    }

    /** Returns true until the trials have ended. A later stop does not count. */
    boolean wasInterrupted() {
        return interrupted;
    }

    @Nullable
    Double idleMillis() {
        return runs.idleMillis();
    }

    public TrialTables tables() {
        return tables;
    }

    public boolean isStopped() {
        return base.stop().isRaised() || Thread.currentThread().isInterrupted();
    }

    public interface TrialRuns {

        RunResult run(RunSettings settings);

        /**
         * Waits for an idle stream.
         *
         * @param onNotRemoved receives objects of the wait that could not be removed. They do not change its outcome
         */
        Settling settle(Consumer<NotRemovedException> onNotRemoved);

        @Nullable
        Double idleMillis();
    }
}
