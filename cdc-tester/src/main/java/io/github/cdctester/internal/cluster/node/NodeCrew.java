// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.cluster.message.CommitLog;
import io.github.cdctester.internal.cluster.message.Done;
import io.github.cdctester.internal.cluster.message.LoadPart;
import io.github.cdctester.internal.meter.WriteCounts;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.internal.report.PlanText;
import io.github.cdctester.internal.run.load.CrewOrder;
import io.github.cdctester.internal.run.load.LocalCrew;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.workload.Workload;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A part of a load on this node: its workers, and what they have done since that was last asked. */
final class NodeCrew implements AutoCloseable {

    private final WriteTarget target;
    private final LocalCrew crew;
    private final WriteMeter meter;
    private final CommitLog commits = new CommitLog();
    private final @Nullable CommitTracking tracking;
    private final NanoClock clock;
    private WriteCounts told = WriteCounts.ZERO;
    private boolean open;
    private @Nullable Long stoppedNanos;

    /**
     * Connects the first worker.
     *
     * @throws RuntimeException if the server refuses, or the workload is not there
     */
    NodeCrew(LoadPart part, NanoClock clock) {
        this.clock = clock;
        Plan plan = PlanText.read(part.plan());
        NamedLoad load = load(plan, part.load());
        Workload workload = Workloads.of(load.workload());
        meter = new WriteMeter(workload.transactionKinds(), load.load() instanceof LoadSpec.OpenLoop);
        if (part.countsRows()) {
            meter.countRows();
        }
        tracking = part.follows() ? new CommitTracking(commits) : null;
        target = WriteTarget.open(NodeEndpoint.of(plan.endpoint(), part.password(), part.driverProperties()));
        try {
            crew = LocalCrew.of(
                    target,
                    new CrewOrder(load, workload, part.firstWorker(), plan.ignoredErrors(), meter, tracking),
                    withThreads(load.load(), part.threads()),
                    new LoadShare(part.index(), part.nodes()),
                    clock);
        } catch (RuntimeException | Error e) {
            target.close();
            throw e;
        }
    }

    static NamedLoad load(Plan plan, String name) {
        return plan.loads().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the plan has no load " + name));
    }

    private static LoadSpec withThreads(LoadSpec whole, int threads) {
        return whole instanceof LoadSpec.OpenLoop open
                ? LoadSpec.openLoop(threads, open.rate(), open.arrivals())
                : LoadSpec.closedLoop(threads);
    }

    Optional<String> refusal() {
        return tracking == null ? Optional.empty() : tracking.refusal();
    }

    boolean isMariaDb() {
        return tracking != null && tracking.isMariaDb();
    }

    void start() throws InterruptedException {
        crew.start();
    }

    /** The schedule goes on from its time, also where the workers go a little later. */
    void open(long atNanos) {
        crew.open(atNanos);
        open = true;
    }

    void endScheduleAt(long nanos) {
        crew.endScheduleAt(nanos);
    }

    void limitTo(long transactions) {
        crew.limitTo(transactions);
    }

    void pause() throws InterruptedException {
        if (open) {
            crew.pause();
        }
    }

    void stop() throws InterruptedException {
        if (stoppedNanos == null) {
            stoppedNanos = clock.nanoTime();
            crew.stop(Duration.ZERO);
        }
    }

    void cancel() {
        crew.cancel();
    }

    boolean hasEnded() throws InterruptedException {
        return crew.awaitEnd(0);
    }

    Optional<Throwable> failure() {
        return crew.failure();
    }

    /** Starts since it was last opened, until it was stopped. */
    long scheduled() {
        return crew.scheduled(stoppedNanos());
    }

    /** For how long those had waited that were due when it was stopped. */
    byte[] waiting() {
        return crew.waiting(stoppedNanos()).packed();
    }

    private long stoppedNanos() {
        return stoppedNanos == null ? clock.nanoTime() : stoppedNanos;
    }

    /** What was done since the last call, while workers are on their way. */
    Done done() {
        return done(Map.of());
    }

    /** The same, with the rows; while no worker is on its way. */
    Done allDone() {
        Done all = done(meter.windowRows());
        meter.openRowWindow();
        return all;
    }

    private Done done(Map<String, Map<RowKind, Long>> rows) {
        WriteCounts now = meter.counts();
        WriteCounts since = now.minus(told);
        told = now;
        return Done.of(since, meter.takeDurations(), rows, commits.take());
    }

    @Override
    public void close() {
        try {
            crew.close();
        } finally {
            target.close();
        }
    }
}
