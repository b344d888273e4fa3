// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.run;

import io.github.cdctester.binlog.position.LogEnd;
import io.github.cdctester.binlog.position.LogPosition;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.RowCounting;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.meter.Sampler;
import io.github.cdctester.meter.StreamCounts;
import io.github.cdctester.meter.StreamSnapshot;
import io.github.cdctester.meter.WriteCounts;
import io.github.cdctester.result.CdcSummary;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.ToolInfo;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary;
import io.github.cdctester.time.EpochMicrosClock;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Puts a result together from what the meters hold; measures nothing anew. */
final class ResultBuilder {

    private final Plan plan;
    private final RunState state;
    private final StreamSide stream;
    private final Sampler sampler;
    private final RunRecorder recorder;
    private final StreamSnapshot last;
    private final StreamCounts counts;
    private final double seconds;

    ResultBuilder(Plan plan, RunState state, StreamSide stream, Sampler sampler, RunRecorder recorder) {
        this.plan = plan;
        this.state = state;
        this.stream = stream;
        this.sampler = sampler;
        this.recorder = recorder;
        last = stream.meter().snapshot();
        StreamCounts from = last.windowCounts();
        // the window opens with the first transaction behind its mark; without one there is nothing in it
        counts = from == null ? StreamCounts.ZERO : last.counts().minus(from);
        seconds = state.openedNanos == 0 ? 0 : (state.closedNanos - state.openedNanos) / 1e9;
    }

    RunResult build(@Nullable RunFailedException failure) {
        CdcSummary cdc = cdc();
        WriteSummary write = plan.workload().isPresent() ? write() : null;
        Summary summary = new Summary(
                seconds,
                cdc,
                write,
                state.usage.until(state.usageAtEnd, stream.readerCpuSeconds(), counts.bytes(), state.missedTicks));
        boolean interrupted =
                failure != null || state.interrupted && (plan.workload().isPresent() || state.endKnownBefore);
        long observed = counts.transactions() - counts.heartbeatTransactions();
        Verdict verdict = Verdict.notChecked(
                state.behind || failure != null, write == null ? null : write.transactions(), observed);
        List<String> notes = new Notes(plan, stream.server(), stream.clockOffset(), recorder.dropped())
                .of(summary, verdict, state.endKnownBefore);
        return new RunResult(
                RunResult.SCHEMA_VERSION,
                ToolInfo.current(state.jdbcDriver),
                state.startedAt,
                plan,
                stream.server(),
                stream.clockOffset(),
                interrupted,
                failure != null ? failure.getMessage() : interrupted ? "stopped" : null,
                notes,
                summary,
                verdict,
                List.of(),
                recorder.rows());
    }

    private CdcSummary cdc() {
        double cdcSeconds = cdcSeconds();
        return new CdcSummary(
                DurationSummary.of(stream.delaySource().name(), sampler.windowDelay()),
                DurationSummary.of(stream.delaySource().name(), sampler.windowFirstByteDelay()),
                DurationSummary.of(stream.delaySource().name(), sampler.windowEndToEndDelay()),
                cdcSeconds,
                rate(counts.bytes(), cdcSeconds),
                rate(counts.events(), cdcSeconds),
                rate(counts.transactions(), cdcSeconds),
                plan.subscriber().rowCounting() == RowCounting.OFF ? null : rate(counts.rows(), cdcSeconds),
                plan.subscriber().rowCounting().name().toLowerCase(Locale.ROOT),
                counts.rows(),
                stream.meter().windowRows(),
                counts.unknownRowEvents(),
                counts.bytes(),
                counts.events(),
                counts.transactions(),
                counts.eventsByKind(),
                CdcSummary.Payloads.of(stream.meter().windowPayloads()),
                new CdcSummary.Heartbeats(
                        counts.heartbeatTransactions(), counts.heartbeatEvents(), counts.heartbeatBytes()),
                stream.delaySource() == DelaySource.COMMIT_TIMESTAMP ? counts.unknownCommitTimes() : 0,
                stream.omittedBytes(),
                stream.incompleteTransactions(),
                stream.gaps(),
                from(),
                position(last.position(), state.end));
    }

    /** Until the last transaction arrived, if that was after the last commit: then the stream had to catch up. */
    private double cdcSeconds() {
        long openedMicros = EpochMicrosClock.micros(state.startedAt);
        return Math.max(seconds, (last.lastTransactionMicros() - openedMicros) / 1e6);
    }

    private CdcSummary.Position from() {
        LogPosition from = last.windowFrom();
        return position(from == null ? stream.startedAt().position() : from, stream.startedAt());
    }

    private static CdcSummary.Position position(LogPosition position, @Nullable LogEnd known) {
        String gtidSet = known != null && known.position().equals(position) ? known.gtidSet() : "";
        return new CdcSummary.Position(position.file(), position.offset(), gtidSet.isEmpty() ? null : gtidSet);
    }

    private WriteSummary write() {
        WriteCounts write = state.openedNanos == 0 ? WriteCounts.ZERO : sampler.windowWrite();
        return new WriteSummary(
                rate(write.transactions(), seconds),
                rate(write.queries(), seconds),
                write.transactions(),
                write.transactionsByKind(),
                write.reads(),
                write.writes(),
                write.other(),
                write.errorsPerCode(),
                0,
                state.scheduled,
                state.notStarted,
                DurationSummary.of(null, sampler.windowLatency()),
                DurationSummary.of(null, sampler.windowStartDelay()),
                null);
    }

    private static double rate(long count, double seconds) {
        return seconds > 0 ? count / seconds : 0;
    }
}
