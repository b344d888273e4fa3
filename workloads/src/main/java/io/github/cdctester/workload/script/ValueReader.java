// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.workload.random.WeightedChoice;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.internal.yaml.YamlBinder;
import io.github.cdctester.internal.yaml.YamlNode;
import io.github.cdctester.workload.script.ValueSource.Scope;
import io.github.cdctester.workload.script.ValueSource.ValueRandoms;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the values of a scope, and tracks the names that are visible in it. */
final class ValueReader {

    private static final List<String> KINDS = Stream.of(
                    NumberSource.KINDS,
                    List.of("sequence", "next", "oldest", "digit", "ranges"),
                    TextSources.KINDS,
                    List.of("choice"))
            .flatMap(List::stream)
            .toList();

    private static final long MAX_NUMBER = 1_000_000_000_000_000L;

    private final boolean forTableRows;
    private final Set<String> names;

    /** Names of drawn numbers, with their digits after the decimal point. */
    private final Map<String, Integer> numbers;

    private ValueReader(boolean forTableRows, Set<String> names, Map<String, Integer> numbers) {
        this.forTableRows = forTableRows;
        this.names = names;
        this.numbers = numbers;
    }

    static ValueReader forRows() {
        return new ValueReader(true, new LinkedHashSet<>(), new LinkedHashMap<>());
    }

    static ValueReader forTransactions() {
        return new ValueReader(false, new LinkedHashSet<>(), new LinkedHashMap<>());
    }

    /** The block's names are not visible outside. */
    ValueReader forInnerBlock() {
        return new ValueReader(forTableRows, new LinkedHashSet<>(names), new LinkedHashMap<>(numbers));
    }

    void add(YamlNode node, String name) {
        if (!names.add(name)) {
            throw node.problem("the name '" + name + "' is taken; give another one");
        }
    }

    /** Returns true for a drawn whole number. */
    boolean isNumber(String name) {
        return Integer.valueOf(0).equals(numbers.get(name));
    }

    void requireVisible(YamlNode node, Object subject, String name) {
        if (!names.contains(name)) {
            throw node.problem(subject + " is not known here; "
                    + (names.isEmpty()
                            ? "there are no values, and nothing was read"
                            : "known are " + NearNames.oneOf(name, names)));
        }
    }

    /** Makes the value's name visible. */
    ValueSource readValue(String name, YamlNode node) {
        ValueSource source = value(name, node);
        add(node, name);
        return source;
    }

    private ValueSource value(String name, YamlNode node) {
        if (!node.isMapping()) {
            Object constant = constant(node.text(), node.isPlain());
            return (draws, scope) -> new Value.ObjectValue(() -> constant);
        }
        List<String> kinds =
                node.entries().keySet().stream().filter(KINDS::contains).toList();
        if (kinds.size() != 1) {
            throw node.problem("give a constant, or one of " + String.join(", ", KINDS));
        }
        String kind = kinds.get(0);
        YamlNode argument = node.required(kind);
        if (NumberSource.KINDS.contains(kind)) {
            return number(name, kind, node);
        }
        if (kind.equals("digit")) {
            return digit(name, node);
        }
        boolean isColumnEnd = kind.equals("next") || kind.equals("oldest");
        node.rejectKeysExcept(isColumnEnd ? new String[] {kind, "times"} : new String[] {kind});
        if (isColumnEnd || kind.equals("sequence") || kind.equals("ranges")) {
            numbers.put(name, 0);
        }
        return switch (kind) {
            case "sequence" -> {
                long first = argument.wholeNumber(-MAX_NUMBER, MAX_NUMBER);
                Object sequenceKey = new Object();
                yield (draws, scope) -> new Value.Numeric(draws.counters().sequence(sequenceKey, first), 0);
            }
            case "next", "oldest" -> columnEnd(argument, node, kind.equals("oldest"));
            case "ranges" -> {
                Spans ranges = Spans.read(argument, -MAX_NUMBER, MAX_NUMBER);
                yield (draws, scope) -> new Value.Numeric(ranges.draws(draws.random()), 0);
            }
            case "choice" -> choice(argument);
            default -> TextSources.of(kind, argument);
        };
    }

    private ValueSource number(String name, String kind, YamlNode node) {
        NumberSource source = NumberSource.of(kind, node);
        String excludedName = node.get("not").map(YamlNode::text).orElse(null);
        if (excludedName != null) {
            YamlNode not = node.required("not");
            if (!Integer.valueOf(source.digits()).equals(numbers.get(excludedName))) {
                throw not.error(
                        excludedName,
                        "a number that is drawn before, with as many digits after the decimal point: "
                                + (numbers.isEmpty() ? "there is none" : String.join(", ", numbers.keySet())));
            }
            if (source.isSingle()) {
                throw not.error(excludedName, "left out if the range contains only one number");
            }
        }
        numbers.put(name, source.digits());
        return excludedName == null ? source : source.differentFrom(excludedName);
    }

    private ValueSource digit(String name, YamlNode node) {
        Digit digit = new YamlBinder().read(node, Digit.class);
        if (forTableRows ? !digit.digit().equals(Digit.ROW_NUMBER) : !isNumber(digit.digit())) {
            throw node.required("digit")
                    .error(
                            digit.digit(),
                            forTableRows
                                    ? Digit.ROW_NUMBER
                                    : "a whole number that is drawn before: " + numbers.keySet());
        }
        if (digit.width() == 0) {
            numbers.put(name, 0);
        }
        return digit;
    }

    private ValueSource columnEnd(YamlNode argument, YamlNode node, boolean oldest) {
        String[] column = argument.text().split("\\.", -1);
        if (forTableRows || column.length != 2) {
            throw argument.error(
                    argument.text(), forTableRows ? "a sequence: at this time the table has no rows" : "TABLE.COLUMN");
        }
        Counters.Column key = new Counters.Column(
                ScriptReader.identifier(argument, column[0]),
                ScriptReader.identifier(argument, column[1]),
                node.get("times").map(times -> times.wholeNumber(1, MAX_NUMBER)).orElse(1L),
                oldest);
        return new NextSource(key);
    }

    /** Continues a column. Before the first draw, the workload queries the column's lowest or highest value. */
    record NextSource(Counters.Column column) implements ValueSource {
        @Override
        public Value value(ValueRandoms draws, Scope scope) {
            return new Value.Numeric(draws.counters().continuationOf(column), 0);
        }
    }

    private static ValueSource choice(YamlNode argument) {
        List<@Nullable Object> values = new ArrayList<>();
        List<Integer> weights = new ArrayList<>();
        if (argument.isMapping()) {
            argument.entries().forEach((value, weight) -> {
                values.add(constant(value, true));
                weights.add((int) weight.wholeNumber(0, 1_000_000));
            });
        } else {
            for (YamlNode element : argument.elements()) {
                values.add(constant(element.text(), element.isPlain()));
                weights.add(1);
            }
        }
        if (weights.stream().allMatch(weight -> weight == 0)) {
            throw argument.problem("all weights are 0; give one at least a weight from 1");
        }
        return (draws, scope) -> {
            WeightedChoice choice = new WeightedChoice(weights, draws.random());
            return new Value.ObjectValue(() -> values.get(choice.next()));
        };
    }

    /** Unquoted numbers are numbers, like in YAML. true and false are 1 and 0, like in MySQL. */
    private static @Nullable Object constant(String text, boolean isPlain) {
        if (!isPlain) {
            return text;
        }
        return switch (text) {
            case "", "~", "null" -> null;
            case "true" -> 1L;
            case "false" -> 0L;
            default -> NumberSource.isNumber(text) ? number(text) : text;
        };
    }

    private static Object number(String text) {
        return text.indexOf('.') < 0 ? (Object) Long.parseLong(text) : new BigDecimal(text);
    }
}
