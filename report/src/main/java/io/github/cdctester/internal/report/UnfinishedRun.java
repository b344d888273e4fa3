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
 * A plan or run without a result, because it was killed or is still running. Values cover complete seconds only; percentiles are exact
 * within 2 %. There is no verdict, because losses are only known at the end.
 *
 * @param label name of the plan; empty if unknown
 * @param text text of the plan; empty if unknown
 * @param writtenAt time of the last written second, by the file's clock
 * @param goesOn whether the run is known to be active
 * @param lastSecond number of the last complete second; 0 for none
 * @param notes remarks about the numbers
 * @param whole all measured seconds
 * @param phases each started phase, in order
 * @param series the steps found in the series of probes
 * @param scaling duration, work and price of these steps, like in a plan's result
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

    /** The {@code kind} in JSON, which no result has. */
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
     * @param write all loads together; {@code null} if none was connected
     */
    public record MeasuredPart(
            double seconds, @Nullable Stream cdc, @Nullable Load write, List<OneLoad> workloads) {}

    /**
     * A phase.
     *
     * @param fromSecond start, in seconds from the start of the first phase
     * @param ended the reason for the end, as text; {@code null} if the phase has not ended
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
     * @param eventsPerSecond EPS
     * @param heartbeats heartbeat transactions
     * @param withHeartbeats true if totals and rates include the heartbeats
     * @param behindBytes bytes of the server's log that the stream had not received in the last second; {@code null} if unknown
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
                    : (withHeartbeats ? "including " : "without ") + PlainText.counted(heartbeats, "heartbeat");
        }
    }

    /**
     * Totals of one or more loads.
     *
     * @param startDelay actual start minus intended start
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
     * @param fromSecond start, in seconds of the load's phase; {@code null} if unknown
     * @param seconds time from the first to the last second with a commit; rates refer to this time
     */
    public record OneLoad(String name, @Nullable Double fromSecond, double seconds, Load write) {}
}
