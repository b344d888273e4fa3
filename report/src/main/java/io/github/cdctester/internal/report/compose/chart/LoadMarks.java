// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.chart;

import io.github.cdctester.internal.report.LoadSpan;
import io.github.cdctester.internal.report.document.Mark;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** When each of several loads was there, as marks if that is not when a phase, or the measured part, begins or ends. */
public final class LoadMarks implements TimeSeriesBuilder {

    private static final int MAX_LOADS = 12;

    /** Nearer than that to a phase's begin or end it is the same moment. */
    private static final double NEAR_SECONDS = 1.5;

    private final Map<String, LoadSpan> loads = new LinkedHashMap<>();

    /** Loads in a phase of a plan have exact times; others have whole seconds. */
    private final List<LoadSpan> planned;

    LoadMarks(List<LoadSpan> planned) {
        this.planned = planned;
    }

    @Override
    public void take(SampleRow row, double from, double to) {
        for (SampleRow.Workload load : row.workloads()) {
            if (load.write().transactions() > 0) { // its workers are connected before it begins
                loads.merge(
                        load.name(),
                        new LoadSpan(load.name(), from, to),
                        (before, now) -> new LoadSpan(load.name(), before.from(), now.to()));
            }
        }
    }

    /** There already is a mark at the start and end of a phase, in seconds of the measured part. */
    public List<Mark> marks(List<Double> phaseEnds, TimeAxis time) {
        List<Double> known = new ArrayList<>(List.of(time.begin(), time.measuredFrom(), time.end()));
        time.parts().forEach(part -> known.addAll(List.of(part.from(), part.to())));
        phaseEnds.forEach(second -> known.add(time.ofMeasured(second)));
        planned.forEach(load -> loads.computeIfPresent(
                load.name(),
                (name, seen) -> new LoadSpan(name, time.ofMeasured(load.from()), time.ofMeasured(load.to()))));
        List<Mark> marks = new ArrayList<>();
        loads.values().stream().limit(MAX_LOADS).forEach(load -> {
            add(load.name() + " starts", load.from(), known, marks);
            add(load.name() + " ends", load.to(), known, marks);
        });
        return marks;
    }

    private static void add(String name, double second, List<Double> known, List<Mark> marks) {
        if (known.stream().noneMatch(other -> Math.abs(other - second) < NEAR_SECONDS)) {
            marks.add(new Mark(Rounded.second(second), ChartAnnotations.shortened(name), "phase"));
        }
    }
}
