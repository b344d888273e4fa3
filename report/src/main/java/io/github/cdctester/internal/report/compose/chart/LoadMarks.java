// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.result.sample.SampleRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Marks the start and end of the first {@value #MAX_LOADS} loads if there are several loads. */
public final class LoadMarks implements TimeSeriesBuilder {

    private static final int MAX_LOADS = 12;

    /** Starts and ends of a load that are closer than this to the bounds of a phase get no mark. */
    private static final double MIN_DISTANCE_SECONDS = 1.5;

    private final Map<String, LoadSpan> loads = new LinkedHashMap<>();

    /** Exact times from the plan. Times from samples have an error of up to a second. */
    private final List<LoadSpan> plannedSpans;

    LoadMarks(List<LoadSpan> plannedSpans) {
        this.plannedSpans = plannedSpans;
    }

    @Override
    public void add(SampleRow row, double from, double to) {
        for (SampleRow.Workload load : row.workloads()) {
            if (load.write().transactions() > 0) { // a load that has not started has rows without transactions
                loads.merge(
                        load.name(),
                        new LoadSpan(load.name(), from, to),
                        (firstSpan, lastSpan) -> new LoadSpan(load.name(), firstSpan.from(), lastSpan.to()));
            }
        }
    }

    /** @param phaseBounds in seconds from the start of the measured part; they get no mark */
    public List<Mark> marks(List<Double> phaseBounds, TimeAxis time) {
        List<Double> markedSeconds = new ArrayList<>(List.of(time.start(), time.measuredFrom(), time.end()));
        time.phaseBands().forEach(band -> markedSeconds.addAll(List.of(band.from(), band.to())));
        phaseBounds.forEach(second -> markedSeconds.add(time.ofMeasured(second)));
        plannedSpans.forEach(load -> loads.computeIfPresent(
                load.name(),
                (name, measuredSpan) -> new LoadSpan(name, time.ofMeasured(load.from()), time.ofMeasured(load.to()))));
        List<Mark> marks = new ArrayList<>();
        loads.values().stream().limit(MAX_LOADS).forEach(load -> {
            add(load.name() + " starts", load.from(), markedSeconds, marks);
            add(load.name() + " ends", load.to(), markedSeconds, marks);
        });
        return marks;
    }

    private static void add(String name, double second, List<Double> markedSeconds, List<Mark> marks) {
        if (markedSeconds.stream().noneMatch(marked -> Math.abs(marked - second) < MIN_DISTANCE_SECONDS)) {
            marks.add(new Mark(Rounding.second(second), ChartAnnotations.shortened(name), "phase"));
        }
    }
}
