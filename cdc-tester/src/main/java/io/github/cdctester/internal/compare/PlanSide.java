// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.internal.report.RecordedSettings;
import io.github.cdctester.internal.statistics.Repeats;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.PhaseResult;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.Climb;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.WriteSummary.WorkloadSummary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A plan to be compared with another one: each phase is a step, and so are all of them together, which have the numbers of the
 * loads and how long the probes' series took to climb and to descend.
 */
final class PlanSide {

    /** The step that is the whole plan. */
    static final String WHOLE = "(all)";

    private static final List<String> OF_A_LOAD =
            List.of("transactionsPerSecond", "latency.p50Millis", "latency.p95Millis", "latency.p99Millis");

    private PlanSide() {}

    static ComparedSide of(String name, List<PlanResult> plans) {
        Map<String, List<ComparedRun>> steps = new LinkedHashMap<>();
        Set<String> usual = new LinkedHashSet<>(ComparisonSpec.USUAL);
        steps.put(WHOLE, new ArrayList<>());
        for (PlanResult plan : plans) {
            Map<String, Double> climbs = climbs(plan.series());
            steps.computeIfAbsent(WHOLE, any -> new ArrayList<>()).add(new ComparedWhole(plan, climbs));
            for (PhaseResult phase : plan.steps()) {
                steps.computeIfAbsent(phase.name(), any -> new ArrayList<>()).add(new ComparedPhase(phase));
            }
            usual.addAll(ofLoads(plan.whole()));
            usual.addAll(climbs.keySet());
        }
        return new ComparedSide(
                name,
                "a plan",
                "phase",
                steps,
                Map.of(),
                List.copyOf(usual),
                plans.stream().map(RecordedSettings::of).toList(),
                plans.size(),
                plans.size());
    }

    private static List<String> ofLoads(RunResult whole) {
        var write = whole.summary().write();
        List<String> names = new ArrayList<>();
        if (write != null) {
            for (WorkloadSummary load : write.workloads()) {
                OF_A_LOAD.forEach(value -> names.add("loads." + load.name() + "." + value));
            }
        }
        return names;
    }

    /** The first climb of a series is compared with the first, and so on. */
    private static Map<String, Double> climbs(List<SeriesSteps> all) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        for (SeriesSteps series : all) {
            Map<String, Integer> numbers = new HashMap<>();
            for (Climb climb : series.climbs()) {
                String what = climb.isUp() ? "climb" : "descent";
                int number = numbers.merge(what, 1, Integer::sum);
                seconds.put(
                        ComparedValue.PROBES + series.series() + "." + what + "." + number + ".tookSeconds",
                        climb.seconds());
            }
        }
        return seconds;
    }

    /** All phases as one run. */
    private record ComparedWhole(PlanResult plan, Map<String, Double> climbs) implements ComparedRun {

        @Override
        public @Nullable Double value(ComparedValue value) {
            return value.number() == null ? climbs.get(value.name()) : value.in(plan.whole());
        }

        @Override
        public boolean speaksOf(ComparedValue value) {
            return value.number() != null || climbs.containsKey(value.name());
        }

        @Override
        public String noiseGroup() {
            return WHOLE;
        }

        @Override
        public Verdict.Status verdict() {
            return plan.whole().verdict().status();
        }

        @Override
        public boolean interrupted() {
            return plan.interrupted();
        }
    }

    /** One of them; verdict and tester are those of the whole. */
    private record ComparedPhase(PhaseResult phase) implements ComparedRun {

        @Override
        public @Nullable Double value(ComparedValue value) {
            return speaksOf(value) ? value.in(phase.result()) : null;
        }

        @Override
        public boolean speaksOf(ComparedValue value) {
            return value.name().startsWith("cdc.")
                    || value.name().startsWith("write.")
                            && phase.result().summary().write() != null;
        }

        @Override
        public Optional<Repeats> within(String name, double value) {
            return WithinRun.of(name, value, phase.result());
        }

        @Override
        public String noiseGroup() {
            return phase.name();
        }

        @Override
        public Verdict.@Nullable Status verdict() {
            return null;
        }

        @Override
        public boolean interrupted() {
            return false;
        }
    }
}
