// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.PlanResult.Scaling;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.RunResult.ToolInfo;
import io.github.cdctester.result.summary.DurationSummary;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A plan or run without a result, because it was killed or is still running. Values cover complete seconds only; the error of
 * percentiles is at most 2 %. There is no verdict, because losses are only known at the end.
 *
 * @param label empty if unknown
 * @param text text of the plan; empty if unknown
 * @param writtenAt time of the last written second, by the clock of the file system
 * @param goesOn true if the run is known to be active
 * @param lastSecond number of the last complete second; 0 for none
 * @param phases all phases that have started, in order
 * @param scaling duration, transactions and cost of the steps of a capacity
 */
public record UnfinishedRun(
        int schemaVersion,
        String kind,
        String label,
        String text,
        ToolInfo tool,
        Instant createdAt,
        Instant writtenAt,
        boolean goesOn,
        long lastSecond,
        Plan plan,
        List<Note> notes,
        MeasuredPart whole,
        List<PhasePart> phases,
        List<ActionMark> actions,
        List<SeriesSteps> series,
        List<Scaling> scaling) {

    public static final String KIND = "unfinished";

    public UnfinishedRun {
        notes = List.copyOf(notes);
        phases = List.copyOf(phases);
        actions = List.copyOf(actions);
        series = List.copyOf(series);
        scaling = List.copyOf(scaling);
    }

    /**
     * Totals over some seconds.
     *
     * @param cdc {@code null} if the run has no stream
     * @param write all loads together; {@code null} if no load was connected
     */
    public record MeasuredPart(
            double seconds, @Nullable Stream cdc, @Nullable Load write, List<OneLoad> workloads) {}

    /**
     * @param fromSecond in seconds from the start of the first phase
     * @param ended why the phase ended; {@code null} if it has not ended
     */
    public record PhasePart(
            int step,
            String name,
            double fromSecond,
            @Nullable String ended,
            MeasuredPart part) {}

    /**
     * Totals of the streams.
     *
     * @param withHeartbeats true if totals and rates include the heartbeats
     * @param behindBytes bytes of the server's binlog that the stream had not received at the end of the last second;
     *     {@code null} if unknown
     */
    public record Stream(
            DurationSummary delay,
            long bytes,
            double bytesPerSecond,
            long events,
            double eventsPerSecond,
            long transactions,
            double transactionsPerSecond,
            long heartbeats,
            boolean withHeartbeats,
            Map<String, Long> eventsByKind,
            @Nullable Long behindBytes) {

        public String heartbeatRemark() {
            return heartbeats == 0
                    ? ""
                    : (withHeartbeats ? "including " : "without ") + PlainText.withNoun(heartbeats, "heartbeat");
        }
    }

    /** Totals of one or more loads. {@code startDelay} is the actual start of a transaction minus its intended start. */
    public record Load(
            long transactions,
            double transactionsPerSecond,
            long queries,
            double queriesPerSecond,
            long errors,
            DurationSummary latency,
            DurationSummary startDelay) {}

    /**
     * @param fromSecond in seconds from the start of the part that the totals cover; {@code null} if unknown
     * @param seconds time from the first to the last second with a commit; rates refer to this time
     */
    public record OneLoad(String name, @Nullable Double fromSecond, double seconds, Load write) {}
}
