// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import io.github.cdctester.config.Plan;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.limit.ComparisonText.Relation;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Summary;
import io.github.cdctester.result.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A comparison with which a run fails, such as {@code delay.p99>500ms} or {@code verdict!=LOSSLESS}, or without which it does,
 * such as {@code delay.p99<500ms}. Known to make sense before anything is started.
 */
public final class Limit {

    private static final Pattern OF_CONSUMER = Pattern.compile("consumers\\.[^.]+\\.verdict(?:\\.status)?");
    private static final Pattern CONSUMER = Pattern.compile("(?i)consumers\\.([^.<>=!\\s]+)\\..*", Pattern.DOTALL);
    /** Names of numbers that there are with a stream only. */
    private static final Pattern STREAM =
            Pattern.compile("cdc\\.|streams|overStreams|verdict|catchUpSeconds|consumers|tester\\.reader");

    private static final String PER_SECOND = "PerSecond";

    private final String expression;
    /** Holds where the limit is breached. */
    private final Relation relation;

    private final @Nullable NamedNumber value;
    private final double bound;
    private final Verdict.@Nullable Status status;

    private Limit(
            String expression,
            Relation relation,
            @Nullable NamedNumber value,
            double bound,
            Verdict.@Nullable Status status) {
        this.expression = expression;
        this.relation = relation;
        this.value = value;
        this.bound = bound;
        this.status = status;
    }

    /** Reads a limit of {@code failIf}. */
    public static Limit parse(String expression) {
        return parse("failIf", expression);
    }

    /**
     * Reads a limit: a value's name, a comparison, and a number with a unit or a verdict.
     *
     * @param property what the limit is for, such as {@code failIf}
     * @throws InvalidPlanException if it has another form, there is no such value, or the unit does not fit it
     */
    public static Limit parse(String property, String expression) {
        return read(property, expression, false);
    }

    /**
     * Reads a limit that must be true, such as {@code delay.p99<500ms}; limits of {@code failIf} must be false. A lower limit of a
     * duration is rejected, because it is probably meant for {@code failIf}.
     */
    public static Limit mustHold(String property, String expression) {
        return read(property, expression, true);
    }

    private static Limit read(String property, String expression, boolean mustHold) {
        ComparisonText text = comparison(property, expression, mustHold);
        try {
            String name = text.name().toLowerCase(Locale.ROOT);
            return name.equals("verdict")
                            || name.equals("verdict.status")
                            || OF_CONSUMER.matcher(name).matches()
                    ? ofVerdict(expression.strip(), text, mustHold)
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

    private static Limit ofVerdict(String expression, ComparisonText text, boolean mustHold) {
        String word = text.operand().toUpperCase(Locale.ROOT);
        List<String> words =
                Arrays.stream(Verdict.Status.values()).map(Enum::name).toList();
        Verdict.Status status = Arrays.stream(Verdict.Status.values())
                .filter(one -> one.name().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + text.operand() + "' is none of the verdicts " + NearNames.oneOf(word, words)));
        if (!text.relation().asksForEquality()) {
            throw new IllegalArgumentException("a verdict is compared by = or != only");
        }
        return new Limit(expression, breach(text.relation(), mustHold), null, 0, status);
    }

    private static Limit ofNumber(String expression, ComparisonText text, boolean mustHold) {
        NamedNumber value = ResultValues.named(text.name()).orElseThrow(() -> unknown(text.name()));
        Matcher number = LimitValue.NUMBER.matcher(text.operand());
        if (!number.matches()) {
            throw new IllegalArgumentException("'" + text.operand() + "' is not a number, with or without a unit");
        }
        String unit = number.group(2);
        if (unit.endsWith("/s") && value.name().contains(PER_SECOND)) {
            unit = unit.substring(0, unit.length() - 2);
        }
        double written = Double.parseDouble(number.group(1));
        boolean inName = unit.isEmpty() && value.dimension().isSaidBy(text.name());
        double bound = inName ? written : value.dimension().inOwnUnit(written, unit);
        if (mustHold && text.relation().asksForMore() && value.dimension() == Dimension.MILLIS) {
            throw new IllegalArgumentException("a limit states what must hold, and this asks for a long duration");
        }
        return new Limit(expression, breach(text.relation(), mustHold), value, bound, null);
    }

    private static Relation breach(Relation written, boolean mustHold) {
        return mustHold ? written.opposite() : written;
    }

    /** The failure for a name that no number has. */
    static IllegalArgumentException unknown(String name) {
        if (ResultValues.named(name + ".p99").isPresent()) {
            return new IllegalArgumentException(name + " has several numbers: give one, such as " + name + ".p99");
        }
        String near = NearNames.didYouMean(name, ResultValues.like(name));
        return new IllegalArgumentException("the result has no number named " + name
                + (near.isEmpty() ? "; docs/metrics.md lists the names" : near));
    }

    public String expression() {
        return expression;
    }

    /** The whole name of the number that is compared, such as {@code cdc.delay.p99Millis}; empty if a verdict is. */
    public Optional<String> valueName() {
        return Optional.ofNullable(value).map(NamedNumber::name);
    }

    /** Returns the number to compare with, in the unit of the value's name; empty for a verdict. */
    public OptionalDouble bound() {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(bound);
    }

    /** Returns true if only runs with a workload have the value. */
    boolean needsWorkload() {
        return value != null && value.isOfTheWriteSide();
    }

    /** Returns true if high values violate the limit, false if low values do; empty if only one value does. */
    public Optional<Boolean> isBreachedAbove() {
        return value == null || relation.asksForEquality() ? Optional.empty() : Optional.of(relation.asksForMore());
    }

    /** A value that could be compared, in words, such as {@code 912.4 ms}. */
    public String inWords(double number) {
        return value == null
                ? String.valueOf(number)
                : value.dimension().text(number) + (value.name().contains(PER_SECOND) ? "/s" : "");
    }

    /** The load whose value it is, as in {@code loads.NAME.latency.p99}; empty if it is about the whole run. */
    public Optional<String> load() {
        return value == null ? Optional.empty() : Optional.ofNullable(value.load());
    }

    /** Rejects a limit about the write side or a load that the run does not have. */
    public void checkLoads(String property, List<String> loads) {
        boolean ofAnother = load().filter(name -> !loads.contains(name)).isPresent();
        if (ofAnother || needsWorkload() && loads.isEmpty()) {
            throw new InvalidPlanException(
                    property,
                    "'" + expression + "'",
                    loads.isEmpty()
                            ? "about the stream: this run writes nothing that it could measure"
                            : "about one of the loads " + NearNames.oneOf(load().orElse(""), loads));
        }
    }

    /** Refuses a limit about the stream, or a verdict, in a run without one. */
    public void checkStream(String property, boolean followed) {
        String name = valueName().orElse("verdict");
        if (!followed && STREAM.matcher(name).lookingAt()) {
            throw new InvalidPlanException(
                    property, "'" + expression + "'", "about the write side, as write.latency.p99 is: stream is off");
        }
    }

    /** The consumer that it is about, as in {@code consumers.NAME.delay.p99}; empty if it is about something else. */
    public Optional<String> consumer() {
        Matcher named = CONSUMER.matcher(expression);
        return named.matches() ? Optional.of(named.group(1)) : Optional.empty();
    }

    /** Compares. An unknown value also violates the limit: an unmeasured value is not good. */
    public Check check(Plan plan, Summary summary, Verdict verdict) {
        return check(plan, summary, verdict, List.of());
    }

    /** The same of a run that judged consumers. */
    public Check check(Plan plan, Summary summary, Verdict verdict, List<ConsumerResult> consumers) {
        NamedNumber.Root root = new NamedNumber.Root(plan, summary, verdict, consumers);
        if (value == null) {
            return verdictCheck(root);
        }
        Double actual = value.of(root);
        if (actual == null) {
            return new Check(expression, null, false, value.name() + " is not known: nothing was measured");
        }
        return new Check(
                expression,
                actual,
                !relation.holds(actual, bound),
                value.name() + " is " + inWords(actual) + few(root));
    }

    /** A percentile of fewer values than it needs is judged as the nearest rank that it is: near the longest, so on the safe side. */
    private String few(NamedNumber.Root root) {
        OptionalLong count = FewValues.of(
                valueName().orElse(""),
                name -> ResultValues.named(name).map(values -> values.of(root)).orElse(null));
        return count.isEmpty() ? "" : " (of " + count.getAsLong() + ", the maximum or next to it)";
    }

    private Check verdictCheck(NamedNumber.Root root) {
        Verdict verdict = root.verdict();
        String whose = "the verdict";
        if (consumer().isPresent()) {
            whose = "the verdict on " + consumer().get();
            ConsumerResult found = root.consumer(consumer().get());
            if (found == null) {
                return new Check(
                        expression,
                        null,
                        false,
                        "there is no consumer " + consumer().get());
            }
            verdict = found.verdict();
        }
        boolean breached = (verdict.status() == status) == (relation == Relation.EQUAL);
        String first = verdict.firstOffender();
        String more = verdict.status() == Verdict.Status.BEHIND
                ? ": " + verdict.reason()
                : first == null ? "" : ", the first: " + first;
        return new Check(expression, null, !breached, whose + " is " + verdict.headline() + more);
    }

    @Override
    public String toString() {
        return expression;
    }
}
