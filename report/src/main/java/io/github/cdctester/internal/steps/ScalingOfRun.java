// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.steps;

import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.Scaling;
import io.github.cdctester.result.PlanResult.Scaling.Stretch;
import io.github.cdctester.result.PlanResult.Scaling.Stretch.StretchKind;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.PlanResult.SeriesSteps.SeriesStep;
import io.github.cdctester.result.RunResult.PhaseSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes, for each step of a capacity, its duration, and the work and cost until the next step. Capacities with a price also have
 * results for each phase and for the whole run. Without any prices, each series with exact levels is a capacity. Only the measured part
 * counts.
 */
public final class ScalingOfRun {

    private static final double HOUR = 3_600;

    private final StepsOfRun run;
    private final @Nullable CapacityPrice price;
    private final SecondColumn capacity;

    private ScalingOfRun(StepsOfRun run, @Nullable CapacityPrice price) {
        this.run = run;
        this.price = price;
        capacity = price == null ? new SecondColumn() : run.capacity(price);
    }

    /** Returns the plan with the costs for these prices. {@code priceTexts}: prices as text, by series. */
    public static PlanResult priced(PlanResult plan, Map<String, String> priceTexts) {
        Map<String, String> units = new LinkedHashMap<>();
        plan.series().forEach(seriesSteps -> {
            String probe = CapacityPrice.probe(seriesSteps.series());
            units.put(probe, plan.whole().probeUnits().getOrDefault(probe, "none"));
        });
        List<CapacityPrice> prices = CapacityPrice.parseAll(Map.of(), priceTexts, units);
        StepsOfRun run = new StepsOfRun();
        plan.whole().samples().forEach(run::add);
        return plan.with(
                plan.whole(), of(run, plan.series(), prices, plan.whole().phases()));
    }

    /** Returns one result per price. Without prices, returns one result per series that has steps and exact levels. */
    public static List<Scaling> of(
            StepsOfRun run, List<SeriesSteps> series, List<CapacityPrice> prices, List<PhaseSpan> phases) {
        if (!prices.isEmpty()) {
            return prices.stream()
                    .map(price -> new ScalingOfRun(run, price).priced(price, phases))
                    .toList();
        }
        return series.stream()
                .filter(seriesSteps ->
                        seriesSteps.noise() == 0 && !seriesSteps.steps().isEmpty())
                .map(seriesSteps ->
                        new Scaling(seriesSteps.series(), null, new ScalingOfRun(run, null).levels(seriesSteps, 0)))
                .toList();
    }

    private Scaling priced(CapacityPrice capacityPrice, List<PhaseSpan> phases) {
        double[] knownValues = capacity.valuesAt(capacity.knownIndexes());
        double singleLevel = knownValues.length == 0 ? 0 : StepFinder.median(knownValues, 0, knownValues.length);
        List<Stretch> parts = levels(run.steps(capacityPrice.series(), capacity, List.of()), singleLevel);
        phases.forEach(phase -> parts.add(
                part(StretchKind.PHASE, phase.name(), phase.fromSecond(), phase.toSecond(), null, null, null)));
        parts.add(part(StretchKind.WHOLE, "", 0, run.measuredEnd(), null, null, null));
        return new Scaling(capacityPrice.series(), capacityPrice.price(), parts);
    }

    /**
     * Returns the level before the first step, and each step with the level after it. {@code singleLevel} is the level if there
     * is no step.
     */
    private List<Stretch> levels(SeriesSteps seriesSteps, double singleLevel) {
        List<SeriesStep> steps = seriesSteps.steps();
        List<Stretch> parts = new ArrayList<>();
        for (int i = -1; i < steps.size(); i++) {
            double next = i + 1 < steps.size() ? steps.get(i + 1).beginSecond() : run.measuredEnd();
            if (i < 0) {
                parts.add(part(
                        StretchKind.LEVEL,
                        "",
                        0,
                        next,
                        null,
                        steps.isEmpty() ? singleLevel : steps.get(0).from(),
                        null));
                continue;
            }
            SeriesStep step = steps.get(i);
            double begin = step.beginSecond();
            double duration = step.endSecond() - begin;
            parts.add(part(StretchKind.STEP, "", begin, Math.max(next, begin), step.from(), step.to(), duration));
        }
        return parts;
    }

    /** Returns the work and cost of the seconds whose middle is between {@code begin} and {@code end}. */
    private Stretch part(
            StretchKind kind,
            String name,
            double begin,
            double end,
            @Nullable Double from,
            @Nullable Double to,
            @Nullable Double duration) {
        int[] inside = run.measuredSeconds(begin, end);
        double capacityHours = 0;
        double unknownSeconds = 0;
        for (int i : inside) {
            double length = run.lengths.get(i);
            if (price != null && capacity.isKnown(i)) {
                capacityHours += capacity.get(i) / price.unitSize() * length / HOUR;
            } else if (price != null) {
                unknownSeconds += length;
            }
        }
        Long transactions = run.transactions.sum(inside);
        return new Stretch(
                kind,
                name,
                begin,
                end,
                from,
                to,
                duration,
                transactions == null ? 0 : transactions,
                run.bytes.sum(inside),
                run.writes.sum(inside),
                price == null ? null : (Double) capacityHours,
                price == null ? null : (Double) (capacityHours * price.price().perHour()),
                unknownSeconds);
    }
}
