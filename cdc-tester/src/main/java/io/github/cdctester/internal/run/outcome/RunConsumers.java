// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.Plan;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.judge.consumer.ConsumerJudge;
import io.github.cdctester.internal.judge.consumer.ConsumerJudge.JudgedRun;
import io.github.cdctester.internal.judge.verify.LedgerMemory;
import io.github.cdctester.internal.meter.ConsumerSecond;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.internal.run.stream.StreamSide;
import io.github.cdctester.internal.time.EpochMicrosClock;
import io.github.cdctester.internal.writer.Stamps;
import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The consumers that a run judges beside its first stream; nothing happens where there are none. */
public final class RunConsumers {

    /** Rows may be stamped also for those whom nobody judges here. */
    private static final Stamps.Sink NOBODY = new Stamps.Sink() {
        @Override
        public void stamped(long sequence, long rows) {}

        @Override
        public void unknown(long sequence) {}
    };

    /** Of a run without consumers. */
    public static final RunConsumers NONE = new RunConsumers(null, null);

    private final @Nullable ConsumerJudge judge;
    private final @Nullable Stamps stamps;

    private RunConsumers(@Nullable ConsumerJudge judge, @Nullable Stamps stamps) {
        this.judge = judge;
        this.stamps = stamps;
    }

    /** Creates them; before the streams start. */
    public static RunConsumers of(List<ConsumerProbe> probes, Plan plan, StreamSide streams, Resources resources) {
        boolean stamped = plan.loads().stream().anyMatch(load -> load.workload().stamped());
        if (probes.isEmpty()) {
            return stamped ? new RunConsumers(null, new Stamps(NOBODY, EpochMicrosClock.SYSTEM.epochMicros())) : NONE;
        }
        FollowedStream first = streams.streams().get(0);
        ServerInfo server = first.server().info();
        ConsumerJudge judge = resources.add(new ConsumerJudge(
                probes,
                server.isMariaDb(),
                plan.writes(),
                server.hasGtids() && first.spec().logName().isEmpty(),
                stamped,
                LedgerMemory.ofThisProcess(),
                EpochMicrosClock.SYSTEM));
        first.watchWith(judge.watch(), judge::startsBehind);
        return new RunConsumers(judge, judge.stamps());
    }

    /** Listens to their probes. */
    public void listen() {
        ask(ConsumerJudge::listen);
    }

    /** Who is told of commits; {@code null} for nobody. */
    public @Nullable CommitSink commits() {
        return judge == null ? null : judge.commits();
    }

    /** The numbers that rows are stamped with; {@code null} where they are not. */
    public @Nullable Stamps stamps() {
        return stamps;
    }

    public void windowOpens() {
        ask(ConsumerJudge::windowOpens);
    }

    /** Takes what was told meanwhile; every few milliseconds. */
    public void look() {
        ask(ConsumerJudge::look);
    }

    /** A second is over: what happened in it at each; nothing before the measured part. */
    public List<ConsumerSecond> second() {
        return judge == null ? List.of() : judge.second();
    }

    /** Whether one of them has not shown everything, and still may. */
    public boolean isAwaited() {
        return judge != null && judge.isAwaited();
    }

    /** The measured part is over: nothing is written any more. */
    public void windowCloses() {
        ask(ConsumerJudge::windowCloses);
    }

    /** Nothing that they report from here on counts; they had as long as they may take, or somebody wanted the end. */
    public void endWait(boolean inFull) {
        ask(own -> own.endWait(inFull));
    }

    private void ask(Consumer<ConsumerJudge> moment) {
        if (judge != null) {
            moment.accept(judge);
        }
    }

    /**
     * Judges them.
     *
     * @param failure why the run broke, or {@code null}
     */
    List<ConsumerResult> results(Summary summary, Verdict verdict, Verifier verifier, @Nullable String failure) {
        if (judge == null) {
            return List.of();
        }
        WriteSummary write = summary.write();
        boolean wholeLog = verdict.status() == Verdict.Status.LOSSLESS
                && verdict.committed() != null
                && verdict.committed() == verdict.observed();
        return judge.results(new JudgedRun(
                write == null ? null : (Long) write.logged(),
                write == null ? null : (Long) write.unknownOutcome(),
                wholeLog,
                write == null ? null : verifier.whyNotTracked().orElse(null),
                failure,
                summary.seconds()));
    }
}
