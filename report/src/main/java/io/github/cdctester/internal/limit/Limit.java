// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.ComparisonText.Relation;
import io.github.cdctester.internal.value.Dimension;
import io.github.cdctester.internal.value.ExpectedParts;
import io.github.cdctester.internal.value.MeasuredRun;
import io.github.cdctester.internal.value.ResultValue;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.Summary;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A condition on the result of a run. A {@code failIf} condition, such as {@code delay.p99>500ms}, fails the run if it is true.
 * A limit of a search, such as {@code delay.p99<500ms}, must be true.
 */
public final class Limit {

    /** Group 1 is the consumer; null for the verdict of the run. */
    private static final Pattern VERDICT = Pattern.compile("(?i)(?:consumers\\.([^.]+)\\.)?verdict(?:\\.status)?");

    private final String expression;
    /** The limit is violated if this relation holds between the value and the bound. */
    private final Relation relation;

    private final @Nullable ResultValue value;
    private final double bound;
    private final Verdict.@Nullable Status status;
    private final @Nullable String consumer;

    private Limit(
            String expression,
            Relation relation,
            @Nullable ResultValue value,
            double bound,
            Verdict.@Nullable Status status,
            @Nullable String consumer) {
        this.expression = expression;
        this.relation = relation;
        this.value = value;
        this.bound = bound;
        this.status = status;
        this.consumer = consumer;
    }

    public static Limit parse(String expression) {
        return parse("failIf", expression);
    }

    /**
     * Parses a condition that fails a run if it is true.
     *
     * @param property the name of the setting, for messages
     * @throws InvalidPlanException if the form is wrong, the value does not exist, or the unit does not fit
     */
    public static Limit parse(String property, String expression) {
        return read(property, expression, false);
    }

    /**
     * Parses a limit that must be true. Rejects a minimum such as {@code delay.p99>500ms}, because it is probably meant for
     * {@code failIf}.
     */
    public static Limit parseRequired(String property, String expression) {
        return read(property, expression, true);
    }

    private static Limit read(String property, String expression, boolean mustHold) {
        ComparisonText text = comparison(property, expression, mustHold);
        try {
            Matcher verdict = VERDICT.matcher(text.name());
            return verdict.matches()
                    ? ofVerdict(expression.strip(), text, mustHold, verdict.group(1))
                    : ofNumber(expression.strip(), text, mustHold);
        } catch (IllegalArgumentException e) {
            throw new InvalidPlanException(property, "'" + expression.strip() + "': " + e.getMessage());
        }
    }

    private static ComparisonText comparison(String property, String expression, boolean mustHold) {
        try {
            return ComparisonText.read(expression);
        } catch (IllegalArgumentException e) {
            throw new InvalidPlanException(
                    property,
                    "'" + expression.strip() + "' is not a comparison such as 'delay.p99" + (mustHold ? "<" : ">")
                            + "500ms': " + e.getMessage());
        }
    }

    private static Limit ofVerdict(
            String expression, ComparisonText text, boolean mustHold, @Nullable String consumer) {
        String word = text.operand().toUpperCase(Locale.ROOT);
        List<String> words =
                Arrays.stream(Verdict.Status.values()).map(Enum::name).toList();
        Verdict.Status status = Arrays.stream(Verdict.Status.values())
                .filter(candidate -> candidate.name().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + text.operand() + "' is none of the verdicts " + NearNames.oneOf(word, words)));
        if (!text.relation().isEquality()) {
            throw new IllegalArgumentException("a verdict is compared by = or != only");
        }
        return new Limit(expression, violation(text.relation(), mustHold), null, 0, status, consumer);
    }

    private static Limit ofNumber(String expression, ComparisonText text, boolean mustHold) {
        ResultValue value = ResultValues.of(text.name());
        Matcher number = LimitValue.NUMBER.matcher(text.operand());
        if (!number.matches()) {
            throw new IllegalArgumentException("'" + text.operand() + "' is not a number, with or without a unit");
        }
        String unit = number.group(2);
        double writtenNumber = Double.parseDouble(number.group(1));
        boolean isUnitInName = unit.isEmpty() && value.dimension().isUnitInName(text.name());
        double bound = isUnitInName ? writtenNumber : value.dimension().inJsonUnit(writtenNumber, unit);
        if (mustHold && text.relation().isGreater() && value.dimension() == Dimension.MILLIS) {
            throw new IllegalArgumentException(
                    "a limit is the condition to pass, and this one requires a long duration");
        }
        return new Limit(expression, violation(text.relation(), mustHold), value, bound, null, value.consumer());
    }

    private static Relation violation(Relation writtenRelation, boolean mustHold) {
        return mustHold ? writtenRelation.opposite() : writtenRelation;
    }

    public String expression() {
        return expression;
    }

    /** Returns empty for a verdict. */
    public Optional<ResultValue> value() {
        return Optional.ofNullable(value);
    }

    /** Returns the bound in the unit of the value's name; empty for a verdict. */
    public OptionalDouble bound() {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(bound);
    }

    boolean needsWorkload() {
        return value != null && value.needsWrites();
    }

    /** Returns empty for verdicts, {@code =} and {@code !=}. */
    public Optional<Boolean> isUpperLimit() {
        return value == null || relation.isEquality() ? Optional.empty() : Optional.of(relation.isGreater());
    }

    /** Returns text such as {@code 912.4 ms}. */
    public String withUnit(double number) {
        return value == null ? String.valueOf(number) : value.dimension().text(number);
    }

    /** Returns {@code NAME} if the value's name has the form {@code loads.NAME.latency.p99}; empty for other values. */
    public Optional<String> load() {
        return value == null ? Optional.empty() : Optional.ofNullable(value.load());
    }

    public void checkLoads(String property, List<String> loads) {
        boolean namesUnknownLoad = load().filter(name -> !loads.contains(name)).isPresent();
        if (namesUnknownLoad || needsWorkload() && loads.isEmpty()) {
            throw new InvalidPlanException(
                    property, "'" + expression + "'", ExpectedParts.load(load().orElse(""), loads));
        }
    }

    public void checkStream(String property, boolean hasStream) {
        if (!hasStream && (value == null || value.needsStream())) {
            throw new InvalidPlanException(
                    property, "'" + expression + "'", "about the write side, as write.latency.p99 is: stream is off");
        }
    }

    /** Returns {@code NAME} if the value's name has the form {@code consumers.NAME.delay.p99}; empty for other values. */
    public Optional<String> consumer() {
        return Optional.ofNullable(consumer);
    }

    /** Rejects a limit on a consumer that the run does not judge. */
    public void checkConsumers(String property, Collection<String> consumers) {
        if (consumer != null && !consumers.contains(consumer)) {
            throw new InvalidPlanException(property, "'" + expression + "'", ExpectedParts.consumer(consumers));
        }
    }

    /** Checks a run. An unknown value violates the limit. */
    public Check check(Plan plan, Summary summary, Verdict verdict, List<ConsumerResult> consumers) {
        return check(new MeasuredRun(plan, summary, verdict, consumers));
    }

    /**
     * Returns the check of a run; empty if the value is unknown. The unknown value of a stream or consumer that did not keep up
     * violates the limit.
     */
    public Optional<Check> checkIfKnown(RunResult result) {
        MeasuredRun run = MeasuredRun.of(result);
        ConsumerResult consumerResult = consumer == null ? null : run.consumer(consumer);
        if (consumer != null && consumerResult == null) {
            return Optional.empty();
        }
        Verdict.Status actualStatus = (consumerResult == null ? run.verdict() : consumerResult.verdict()).status();
        if (value == null) {
            boolean isKnown = actualStatus != Verdict.Status.NOT_CHECKED || status == Verdict.Status.NOT_CHECKED;
            return isKnown ? Optional.of(check(run)) : Optional.empty();
        }
        if (value.valueIn(run) != null) {
            return Optional.of(check(run));
        }
        boolean isBehind = actualStatus == Verdict.Status.BEHIND || actualStatus == Verdict.Status.LOST;
        return isBehind && (consumer != null || value.needsStream())
                ? Optional.of(new Check(
                        expression,
                        null,
                        false,
                        value.name() + " is not known: " + (consumer == null ? "the stream" : consumer) + " is "
                                + actualStatus))
                : Optional.empty();
    }

    private Check check(MeasuredRun run) {
        if (value == null) {
            return verdictCheck(run);
        }
        Double actual = value.valueIn(run);
        if (actual == null) {
            return new Check(expression, null, false, value.name() + " is not known: it was not measured");
        }
        return new Check(
                expression,
                actual,
                !relation.holds(actual, bound),
                value.name() + " is " + value.dimension().text(actual, bound) + fewValuesRemark(value, run));
    }

    /** With too few values for a percentile, the check uses the nearest rank. It is then too strict rather than too lenient. */
    private static String fewValuesRemark(ResultValue value, MeasuredRun run) {
        OptionalLong count = value.insufficientCount(run);
        return count.isEmpty() ? "" : " (of " + count.getAsLong() + ", the maximum or next to it)";
    }

    private Check verdictCheck(MeasuredRun run) {
        Verdict verdict = run.verdict();
        String subject = "the verdict";
        String failure = null;
        if (consumer != null) {
            subject = "the verdict on " + consumer;
            ConsumerResult consumerResult = run.consumer(consumer);
            if (consumerResult == null) {
                return new Check(expression, null, false, "there is no consumer " + consumer);
            }
            verdict = consumerResult.verdict();
            failure = consumerResult.failure();
        }
        boolean isViolated = (verdict.status() == status) == (relation == Relation.EQUAL);
        String firstOffender = verdict.firstOffender();
        String details = verdict.status() == Verdict.Status.BEHIND
                ? ": " + verdict.reason()
                : firstOffender == null ? "" : ", the first: " + firstOffender;
        String failureText = failure == null ? "" : "; it failed: " + failure;
        return new Check(expression, null, !isViolated, subject + " is " + verdict.headline() + details + failureText);
    }

    @Override
    public String toString() {
        return expression;
    }
}
