// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.Plan;
import io.github.cdctester.internal.text.PlainText;
import io.github.cdctester.result.DurationSummary;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.PlanResult.ActionMark;
import io.github.cdctester.result.PlanResult.Scaling;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.RunResult.ToolInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a plan or a run that has no result: it was killed, or it still goes on. All of it comes from whole seconds, so that
 * percentiles are right within 2 %. There is no verdict: what was lost is only known at an end.
 *
 * @param label what the plan is called; empty where that is not known
 * @param text the plan as it was written; empty where that is not known
 * @param writtenAt when the last second was written, by the file's clock
 * @param goesOn whether it goes on, as far as this can be told
 * @param lastSecond the number of the last whole second; 0 where there is none
 * @param notes what a reader of the numbers must know
 * @param whole all measured seconds
 * @param phases each phase that has begun, in order
 * @param series the steps that were found in the series of the probes
 * @param scaling what these took, did and cost, as in a plan's result
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
        Part whole,
        List<PhasePart> phases,
        List<ActionMark> actions,
        List<SeriesSteps> series,
        List<Scaling> scaling) {

    /** Tells it from results. */
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
     * @param write all loads together; {@code null} where none was connected
     */
    public record Part(
            double seconds, @Nullable Stream cdc, @Nullable Load write, List<OneLoad> workloads) {}

    /**
     * A phase.
     *
     * @param fromSecond when it began, in seconds from the beginning of the first
     * @param ended why it ended, in words; {@code null} where it has not
     * @param part its seconds, as far as there are any
     */
    public record PhasePart(
            int step,
            String name,
            double fromSecond,
            @Nullable String ended,
            Part part) {}

    /**
     * The streams.
     *
     * @param eventsPerSecond EPS
     * @param heartbeats heartbeat transactions
     * @param withHeartbeats true if the totals and rates contain the heartbeats; false if neither does
     * @param behindBytes how far the server's log was ahead in the last second; {@code null} where that is not known
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
     * @param fromSecond when it began, in seconds of its phase; {@code null} where that is not known
     * @param seconds from its first second with a commit to its last one; its rates are made with this
     */
    public record OneLoad(String name, @Nullable Double fromSecond, double seconds, Load write) {}
}
