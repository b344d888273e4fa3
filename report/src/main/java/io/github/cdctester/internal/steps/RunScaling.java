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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Computes the duration of each capacity step, and its transactions and cost until the next step. Without prices, each series
 * with exact levels and steps is a capacity. Only the measured part of the run is included.
 */
public final class RunScaling {

    private static final double SECONDS_PER_HOUR = 3_600;

    private final RunSteps run;
    private final @Nullable CapacityPrice price;
    private final PerSecondColumn capacity;

    private RunScaling(RunSteps run, @Nullable CapacityPrice price) {
        this.run = run;
        this.price = price;
        capacity = price == null ? new PerSecondColumn() : run.capacity(price);
    }

    /** {@code priceTexts} contains prices by series. */
    public static PlanResult priced(PlanResult plan, Map<String, String> priceTexts) {
        Map<String, String> units = new LinkedHashMap<>();
        plan.series().forEach(seriesSteps -> {
            String probe = CapacityPrice.probeName(seriesSteps.series());
            units.put(probe, plan.whole().probeUnits().getOrDefault(probe, "none"));
        });
        List<CapacityPrice> prices = CapacityPrice.parseAll(Map.of(), priceTexts, units);
        RunSteps run = new RunSteps();
        plan.whole().samples().forEach(run::add);
        return plan.with(
                plan.whole(), of(run, plan.series(), prices, plan.whole().phases()));
    }

    public static List<Scaling> of(
            RunSteps run, List<SeriesSteps> series, List<CapacityPrice> prices, List<PhaseSpan> phases) {
        if (!prices.isEmpty()) {
            return prices.stream()
                    .map(price -> new RunScaling(run, price).scaling(price, phases))
                    .toList();
        }
        return series.stream()
                .filter(seriesSteps ->
                        seriesSteps.noise() == 0 && !seriesSteps.steps().isEmpty())
                .map(seriesSteps -> new Scaling(
                        seriesSteps.series(), null, new RunScaling(run, null).levelsAndSteps(seriesSteps, 0)))
                .toList();
    }

    private Scaling scaling(CapacityPrice capacityPrice, List<PhaseSpan> phases) {
        double[] knownValues = capacity.valuesAt(capacity.knownIndexes());
        double singleLevel = knownValues.length == 0 ? 0 : StepFinder.median(knownValues, 0, knownValues.length);
        List<Stretch> stretches = levelsAndSteps(run.steps(capacityPrice.series(), capacity, List.of()), singleLevel);
        phases.forEach(phase -> stretches.add(
                stretch(StretchKind.PHASE, phase.name(), phase.fromSecond(), phase.toSecond(), null, null, null)));
        stretches.add(stretch(StretchKind.WHOLE, "", 0, run.measuredEndSecond(), null, null, null));
        return new Scaling(capacityPrice.series(), capacityPrice.price(), stretches);
    }

    /** {@code singleLevel} is the level of a series without steps. */
    private List<Stretch> levelsAndSteps(SeriesSteps seriesSteps, double singleLevel) {
        List<SeriesStep> steps = seriesSteps.steps();
        List<Stretch> stretches = new ArrayList<>();
        double firstEnd =
                steps.isEmpty() ? run.measuredEndSecond() : steps.get(0).beginSecond();
        double firstLevel = steps.isEmpty() ? singleLevel : steps.get(0).from();
        stretches.add(stretch(StretchKind.LEVEL, "", 0, firstEnd, null, firstLevel, null));
        for (int i = 0; i < steps.size(); i++) {
            double next = i + 1 < steps.size() ? steps.get(i + 1).beginSecond() : run.measuredEndSecond();
            SeriesStep step = steps.get(i);
            double begin = step.beginSecond();
            double duration = step.endSecond() - begin;
            stretches.add(
                    stretch(StretchKind.STEP, "", begin, Math.max(next, begin), step.from(), step.to(), duration));
        }
        return stretches;
    }

    /** Includes the seconds whose midpoint is between {@code begin} and {@code end}. */
    private Stretch stretch(
            StretchKind kind,
            String name,
            double begin,
            double end,
            @Nullable Double from,
            @Nullable Double to,
            @Nullable Double duration) {
        int[] indexes = run.measuredIndexes(begin, end);
        double capacityHours = 0;
        double unknownSeconds = 0;
        for (int i : indexes) {
            double length = run.sampleSeconds.get(i);
            if (price != null && capacity.isKnown(i)) {
                capacityHours += capacity.get(i) / price.unitSize() * length / SECONDS_PER_HOUR;
            } else if (price != null) {
                unknownSeconds += length;
            }
        }
        return new Stretch(
                kind,
                name,
                begin,
                end,
                from,
                to,
                duration,
                transactions(indexes),
                run.bytes.sum(indexes),
                run.writes.sum(indexes),
                price == null ? null : (Double) capacityHours,
                price == null ? null : (Double) (capacityHours * price.price().perHour()),
                price == null
                        ? null
                        : (Long) transactions(
                                IntStream.of(indexes).filter(capacity::isKnown).toArray()),
                unknownSeconds);
    }

    private long transactions(int... indexes) {
        Long transactions = run.transactions.sum(indexes);
        return transactions == null ? 0 : transactions;
    }
}
