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
 * A plan or a run without a result: it was killed, or is still running. All values are from complete seconds, so that percentiles
 * are right within 2 %. There is no verdict: losses are only known at the end.
 *
 * @param label name of the plan; empty if unknown
 * @param text text of the plan; empty if unknown
 * @param writtenAt when the last second was written, by the file's clock
 * @param goesOn whether it is known to be running
 * @param lastSecond the number of the last complete second; 0 for none
 * @param notes remarks about the numbers
 * @param whole all measured seconds
 * @param phases each started phase, in order
 * @param series the steps found in the probes' series
 * @param scaling their duration, work and price, like in a plan's result
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

    /** Distinguishes it from results. */
    public static final String KIND = "unfinished";

    public UnfinishedRun {
        notes = List.copyOf(notes);
        phases = List.copyOf(phases);
        actions = List.copyOf(actions);
        series = List.copyOf(series);
        scaling = List.copyOf(scaling);
    }

    /**
     * Some seconds together.
     *
     * @param cdc the streams; {@code null} without one
     * @param write all loads together; {@code null} if none was connected
     */
    public record MeasuredPart(
            double seconds, @Nullable Stream cdc, @Nullable Load write, List<OneLoad> workloads) {}

    /**
     * A phase.
     *
     * @param fromSecond when it began, in seconds from the beginning of the first
     * @param ended why it ended, in words; {@code null} if it has not
     * @param part its seconds, if any
     */
    public record PhasePart(
            int step,
            String name,
            double fromSecond,
            @Nullable String ended,
            MeasuredPart part) {}

    /**
     * The streams.
     *
     * @param eventsPerSecond EPS
     * @param heartbeats heartbeat transactions
     * @param withHeartbeats true if the totals and rates contain the heartbeats; false if neither does
     * @param behindBytes how far the server's log was ahead in the last second; {@code null} if that is not known
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

        /** The share of the heartbeats in words; empty for none. */
        public String heartbeatRemark() {
            return heartbeats == 0
                    ? ""
                    : (withHeartbeats ? "including " : "without ") + PlainText.counted(heartbeats, "heartbeat");
        }
    }

    /**
     * Loads.
     *
     * @param startDelay start minus intended start
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
     * @param fromSecond when it began, in seconds of its phase; {@code null} if that is not known
     * @param seconds from its first second with a commit to its last one; its rates are made with this
     */
    public record OneLoad(String name, @Nullable Double fromSecond, double seconds, Load write) {}
}
