// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.steps;

import io.github.cdctester.internal.experiment.steps.StepFinder.FoundStep;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.PlanResult.Scaling;
import io.github.cdctester.result.PlanResult.Scaling.Stretch;
import io.github.cdctester.result.PlanResult.SeriesSteps;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.SampleRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How long the steps of a capacity took, what was done until the next one, and what that cost. Of priced capacities also by phase;
 * without prices, of each series that stays on its levels. Only the measured part counts.
 */
public final class ScalingOfRun {

    private static final double HOUR = 3_600;

    private final List<CapacityPrice> prices;
    private final List<SecondColumn> capacities;
    private final SecondColumn ends = new SecondColumn();
    private final SecondColumn lengths = new SecondColumn();
    private final SecondColumn transactions = new SecondColumn();
    private final SecondColumn bytes = new SecondColumn();
    private final SecondColumn writes = new SecondColumn();
    private int count;

    public ScalingOfRun(List<CapacityPrice> prices) {
        this.prices = List.copyOf(prices);
        capacities = prices.stream().map(price -> new SecondColumn()).toList();
    }

    /** The result of a plan with other prices: PROBE and PRICE. */
    public static PlanResult priced(PlanResult plan, Map<String, String> written) {
        Map<String, String> units = new LinkedHashMap<>();
        plan.series().forEach(found -> {
            String probe = CapacityPrice.probe(found.series());
            units.put(probe, plan.whole().probeUnits().getOrDefault(probe, "none"));
        });
        List<CapacityPrice> prices = new ArrayList<>();
        written.forEach((series, text) -> prices.add(CapacityPrice.parse(series, text, units)));
        ScalingOfRun scaling = new ScalingOfRun(prices);
        plan.whole().samples().forEach(scaling::add);
        return new PlanResult(
                plan.schemaVersion(),
                plan.kind(),
                plan.startedAt(),
                plan.label(),
                plan.text(),
                plan.interrupted(),
                plan.failure(),
                plan.steps(),
                plan.actions(),
                plan.series(),
                plan.whole(),
                scaling.all(plan.series(), plan.whole().phases()));
    }

    /** Looks at the next second, and keeps some numbers of it. */
    public void add(SampleRow sample) {
        if (sample.phase() != SampleRow.Part.MEASURE) {
            return;
        }
        SampleRow.Write write = sample.write();
        SampleRow.Cdc cdc = sample.cdc();
        ends.set(count, (double) sample.second());
        lengths.set(count, sample.seconds());
        transactions.set(count, (double)
                (write == null
                        ? sample.stream().transactions() - sample.stream().heartbeats()
                        : write.transactions()));
        bytes.set(count, cdc == null ? Double.NaN : cdc.bytes());
        writes.set(count, write == null ? Double.NaN : write.writes());
        for (int i = 0; i < prices.size(); i++) {
            capacities.get(i).set(count, prices.get(i).capacity(sample.probes()));
        }
        count++;
    }

    /** One for each price; without prices, one for each of the series that has steps and stays on its levels. */
    public List<Scaling> all(List<SeriesSteps> series, List<PhaseSpan> phases) {
        List<Scaling> all = new ArrayList<>();
        for (SeriesSteps found : series) {
            if (prices.isEmpty() && found.noise() == 0 && !found.steps().isEmpty()) {
                List<FoundStep> steps = found.steps().stream()
                        .map(step -> new FoundStep(step.beginSecond(), step.endSecond(), step.from(), step.to()))
                        .toList();
                all.add(new Scaling(found.series(), null, steps(steps, 0, null)));
            }
        }
        for (int i = 0; i < prices.size(); i++) {
            all.add(priced(new Priced(prices.get(i), capacities.get(i)), phases));
        }
        return all;
    }

    private record Priced(CapacityPrice price, SecondColumn capacity) {}

    private Scaling priced(Priced priced, List<PhaseSpan> phases) {
        int[] known =
                IntStream.range(0, count).filter(priced.capacity()::isKnown).toArray();
        double[] values =
                IntStream.of(known).mapToDouble(priced.capacity()::get).toArray();
        List<FoundStep> found = StepFinder.find(
                        IntStream.of(known).mapToDouble(ends::get).toArray(), values)
                .steps();
        double only = values.length == 0 ? 0 : StepFinder.median(values, 0, values.length);
        List<Stretch> stretches = steps(found, only, priced);
        for (PhaseSpan phase : phases) {
            stretches.add(
                    stretch(Stretch.Kind.PHASE, phase.name(), phase.fromSecond(), phase.toSecond(), null, priced));
        }
        stretches.add(stretch(Stretch.Kind.WHOLE, "", 0, end(), null, priced));
        CapacityPrice price = priced.price();
        return new Scaling(
                price.series(),
                new Scaling.Price(price.text(), price.perHour(), price.currency(), price.unit()),
                stretches);
    }

    private double end() {
        return count == 0 ? 0 : ends.get(count - 1);
    }

    /** The level before the first step, which may be the only one, and each step with the level behind it. */
    private List<Stretch> steps(List<FoundStep> found, double only, @Nullable Priced priced) {
        List<Stretch> stretches = new ArrayList<>();
        FoundStep before =
                new FoundStep(0, 0, 0, found.isEmpty() ? only : found.get(0).from());
        for (int i = 0; i <= found.size(); i++) {
            FoundStep step = i == 0 ? before : found.get(i - 1);
            double next = i < found.size() ? found.get(i).beginSecond() : end();
            stretches.add(stretch(
                    i == 0 ? Stretch.Kind.LEVEL : Stretch.Kind.STEP,
                    "",
                    step.beginSecond(),
                    Math.max(next, step.beginSecond()),
                    step,
                    priced));
        }
        return stretches;
    }

    /** Of the seconds that have their greater part in it. */
    private Stretch stretch(
            Stretch.Kind kind, String name, double from, double to, @Nullable FoundStep step, @Nullable Priced priced) {
        int[] inside = IntStream.range(0, count)
                .filter(i -> ends.get(i) - lengths.get(i) / 2 >= from && ends.get(i) - lengths.get(i) / 2 < to)
                .toArray();
        double hours = 0;
        double unknown = 0;
        for (int i : inside) {
            if (priced != null && priced.capacity().isKnown(i)) {
                hours += priced.capacity().get(i) / priced.price().unitSize() * lengths.get(i) / HOUR;
            } else if (priced != null) {
                unknown += lengths.get(i);
            }
        }
        Long done = sum(transactions, inside);
        FoundStep taken = kind == Stretch.Kind.STEP ? step : null;
        return new Stretch(
                kind,
                name,
                from,
                to,
                taken == null ? null : (Double) taken.from(),
                step == null ? null : (Double) step.to(),
                taken == null ? null : (Double) (taken.endSecond() - taken.beginSecond()),
                done == null ? 0 : done,
                sum(bytes, inside),
                sum(writes, inside),
                priced == null ? null : (Double) hours,
                priced == null ? null : (Double) (hours * priced.price().perHour()),
                unknown);
    }

    private static @Nullable Long sum(SecondColumn column, int[] seconds) {
        int[] known = IntStream.of(seconds).filter(column::isKnown).toArray();
        return known.length == 0
                ? null
                : (Long) Math.round(IntStream.of(known).mapToDouble(column::get).sum());
    }
}
