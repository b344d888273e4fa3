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
 * @param label name of the plan; empty if unknown
 * @param text text of the plan; empty if unknown
 * @param writtenAt time when the last second was written, by the clock of the file system
 * @param goesOn true if the run is known to be active
 * @param lastSecond number of the last complete second; 0 for none
 * @param notes remarks about the numbers
 * @param whole all measured seconds
 * @param phases all phases that have started, in order
 * @param series the steps detected in each probe series
 * @param scaling duration, transactions and cost of the steps of a capacity, as in a plan's result
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

    /** The {@code kind} in JSON. No result has this kind. */
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
     * @param cdc the streams; {@code null} if the run has none
     * @param write all loads together; {@code null} if no load was connected
     */
    public record MeasuredPart(
            double seconds, @Nullable Stream cdc, @Nullable Load write, List<OneLoad> workloads) {}

    /**
     * A phase.
     *
     * @param fromSecond start, in seconds from the start of the first phase
     * @param ended text with the reason for the end of the phase; {@code null} if the phase has not ended
     * @param part totals over the phase's seconds
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
     * @param eventsPerSecond events per second (EPS)
     * @param heartbeats heartbeat transactions
     * @param withHeartbeats true if totals and rates include the heartbeats
     * @param behindBytes bytes of the server's binlog that the stream had not received as of the last second; {@code null} if
     *     unknown
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

        /** Returns a remark about the heartbeats; empty if there are none. */
        public String heartbeatRemark() {
            return heartbeats == 0
                    ? ""
                    : (withHeartbeats ? "including " : "without ") + PlainText.withNoun(heartbeats, "heartbeat");
        }
    }

    /**
     * Totals of one or more loads.
     *
     * @param startDelay actual start of a transaction minus its intended start
     */
    public record Load(
            long transactions,
            double transactionsPerSecond,
            long queries,
            double queriesPerSecond,
            long errors,
            DurationSummary latency,
            DurationSummary startDelay) {}

    /**
     * One load.
     *
     * @param fromSecond start, in seconds from the start of the part that the totals cover; {@code null} if unknown
     * @param seconds time from the first to the last second with a commit; rates refer to this time
     */
    public record OneLoad(String name, @Nullable Double fromSecond, double seconds, Load write) {}
}
