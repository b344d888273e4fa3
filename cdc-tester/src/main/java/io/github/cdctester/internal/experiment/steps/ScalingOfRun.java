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
import java.util.List;
import java.util.OptionalDouble;
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

    /** The result of a plan with prices of its capacities. */
    public static PlanResult priced(PlanResult plan, List<CapacityPrice> prices) {
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
        bytes.set(count, cdc == null ? null : (Double) (double) cdc.bytes());
        writes.set(count, write == null ? null : (Double) (double) write.writes());
        for (int i = 0; i < prices.size(); i++) {
            OptionalDouble capacity = prices.get(i).capacity(sample.probes());
            capacities.get(i).set(count, capacity.isPresent() ? (Double) capacity.getAsDouble() : null);
        }
        count++;
    }

    /** One for each price; without prices, one for each of the series that has steps and stays on its levels. */
    public List<Scaling> all(List<SeriesSteps> series, List<PhaseSpan> phases) {
        List<Scaling> all = new ArrayList<>();
        if (prices.isEmpty()) {
            series.stream()
                    .filter(found -> found.noise() == 0 && !found.steps().isEmpty())
                    .forEach(found -> all.add(new Scaling(
                            found.series(),
                            null,
                            steps(
                                    found.steps().stream()
                                            .map(step -> new FoundStep(
                                                    step.beginSecond(), step.endSecond(), step.from(), step.to()))
                                            .toList(),
                                    null))));
        }
        for (int i = 0; i < prices.size(); i++) {
            all.add(priced(prices.get(i), capacities.get(i), phases));
        }
        return all;
    }

    private Scaling priced(CapacityPrice price, SecondColumn capacity, List<PhaseSpan> phases) {
        int[] known = IntStream.range(0, count).filter(capacity::isKnown).toArray();
        List<FoundStep> found = StepFinder.find(
                        IntStream.of(known).mapToDouble(ends::get).toArray(),
                        IntStream.of(known).mapToDouble(capacity::get).toArray())
                .steps();
        Priced priced = new Priced(price, capacity);
        List<Stretch> stretches = new ArrayList<>(steps(found, priced));
        for (PhaseSpan phase : phases) {
            stretches.add(
                    stretch(Stretch.Kind.PHASE, phase.name(), phase.fromSecond(), phase.toSecond(), null, priced));
        }
        double end = count == 0 ? 0 : ends.get(count - 1);
        stretches.add(stretch(Stretch.Kind.WHOLE, "", 0, end, null, priced));
        return new Scaling(
                price.series(),
                new Scaling.Price(price.text(), price.perHour(), price.currency(), price.unit()),
                stretches);
    }

    private record Priced(CapacityPrice price, SecondColumn capacity) {}

    /** The level before the first step, and each step with the level behind it. */
    private List<Stretch> steps(List<FoundStep> found, @Nullable Priced priced) {
        List<Stretch> stretches = new ArrayList<>();
        double end = count == 0 ? 0 : ends.get(count - 1);
        double first = found.isEmpty() ? end : found.get(0).beginSecond();
        FoundStep none = new FoundStep(
                0, 0, 0, found.isEmpty() ? level(priced) : found.get(0).from());
        stretches.add(stretch(Stretch.Kind.LEVEL, "", 0, first, none, priced));
        for (int i = 0; i < found.size(); i++) {
            double next = i + 1 < found.size() ? found.get(i + 1).beginSecond() : end;
            FoundStep step = found.get(i);
            stretches.add(stretch(
                    Stretch.Kind.STEP, "", step.beginSecond(), Math.max(next, step.beginSecond()), step, priced));
        }
        return stretches;
    }

    /** The only one. */
    private double level(@Nullable Priced priced) {
        double[] values = priced == null
                ? new double[0]
                : IntStream.range(0, count)
                        .filter(priced.capacity()::isKnown)
                        .mapToDouble(priced.capacity()::get)
                        .toArray();
        return values.length == 0 ? 0 : StepFinder.median(values, 0, values.length);
    }

    /** Of the seconds that have their greater part in it. */
    private Stretch stretch(
            Stretch.Kind kind, String name, double from, double to, @Nullable FoundStep step, @Nullable Priced priced) {
        double trx = 0;
        double byteSum = 0;
        double statements = 0;
        boolean followed = false;
        boolean written = false;
        double hours = 0;
        double unknown = 0;
        for (int i = 0; i < count; i++) {
            double middle = ends.get(i) - lengths.get(i) / 2;
            if (middle < from || middle >= to) {
                continue;
            }
            trx += transactions.get(i);
            followed |= bytes.isKnown(i);
            byteSum += bytes.isKnown(i) ? bytes.get(i) : 0;
            written |= writes.isKnown(i);
            statements += writes.isKnown(i) ? writes.get(i) : 0;
            if (priced != null && priced.capacity().isKnown(i)) {
                hours += priced.capacity().get(i) * lengths.get(i) / HOUR;
            } else if (priced != null) {
                unknown += lengths.get(i);
            }
        }
        boolean isStep = kind == Stretch.Kind.STEP;
        double size = priced == null ? 1 : priced.price().unitSize();
        return new Stretch(
                kind,
                name,
                from,
                to,
                isStep && step != null ? (Double) (step.from() * size) : null,
                step == null ? null : (Double) (step.to() * size),
                isStep && step != null ? (Double) (step.endSecond() - step.beginSecond()) : null,
                Math.round(trx),
                followed ? (Long) Math.round(byteSum) : null,
                written ? (Long) Math.round(statements) : null,
                priced == null ? null : (Double) hours,
                priced == null ? null : (Double) (hours * priced.price().perHour()),
                unknown);
    }
}
