// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.RandomNumbers.RandType;
import io.github.cdctester.internal.workload.random.RowNumbers;
import io.github.cdctester.internal.yaml.YamlNode;
import io.github.cdctester.workload.script.ValueSource.Scope;
import io.github.cdctester.workload.script.ValueSource.ValueRandoms;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Random numbers from a range, such as {@code uniform: 1..1000}. Decimals such as {@code 0.50..99.99} are drawn in units of the last
 * digit.
 *
 * @param type the distribution; {@code null} for the user's {@code --rand-type}
 * @param low in units of the last digit
 * @param high in units of the last digit
 * @param digits digits after the decimal point
 * @param parameter parameter of pareto or zipfian; {@code null} for the user's option, and for other distributions
 */
record NumberSource(
        @Nullable RandType type,
        long low,
        long high,
        int digits,
        @Nullable Double parameter) implements ValueSource {

    static final List<String> KINDS = List.of("uniform", "zipfian", "gaussian", "pareto", "special", "random");

    private static final String NUMBER = "-?\\d{1,15}(?:\\.\\d{1,9})?";
    private static final Pattern RANGE = Pattern.compile("(" + NUMBER + ")\\s*\\.\\.\\s*(" + NUMBER + ")");

    /** After this many draws, uses a neighbour of the number to avoid. A distribution may almost never draw another number. */
    private static final int MAX_DRAWS = 100;

    static NumberSource of(String kind, YamlNode node) {
        switch (kind) {
            case "zipfian" -> node.rejectKeysExcept(kind, "not", "exponent");
            case "pareto" -> node.rejectKeysExcept(kind, "not", "h");
            default -> node.rejectKeysExcept(kind, "not");
        }
        YamlNode argument = node.required(kind);
        String expected = "a range as in 1..1000 or 0.50..99.99, the lower number first";
        Matcher range = RANGE.matcher(argument.text().strip());
        if (!range.matches()) {
            throw argument.error(argument.text(), expected);
        }
        int digits = Math.max(digits(range.group(1)), digits(range.group(2)));
        long low;
        long high;
        try {
            low = units(range.group(1), digits);
            high = units(range.group(2), digits);
        } catch (ArithmeticException e) {
            throw argument.error(argument.text(), "of at most 18 digits in all");
        }
        if (low > high) {
            throw argument.error(argument.text(), expected);
        }
        boolean isUniform = kind.equals("uniform");
        if (!isUniform && high - low >= Integer.MAX_VALUE) {
            throw argument.error(argument.text(), "of at most " + Integer.MAX_VALUE + " numbers; more with uniform");
        }
        return new NumberSource(
                kind.equals("random") ? null : RandType.valueOf(kind.toUpperCase(Locale.ROOT)),
                low,
                high,
                digits,
                parameter(kind, node));
    }

    private static @Nullable Double parameter(String kind, YamlNode node) {
        String key = kind.equals("zipfian") ? "exponent" : "h";
        YamlNode parameterNode = node.get(key).orElse(null);
        if (parameterNode == null || kind.equals("random")) {
            return null;
        }
        double value = isNumber(parameterNode.text()) ? Double.parseDouble(parameterNode.text()) : -1;
        if (kind.equals("zipfian") ? value < 0 || value > 100 : value <= 0 || value >= 1) {
            throw parameterNode.error(
                    parameterNode.text(),
                    kind.equals("zipfian") ? "a number from 0 to 100" : "a number between 0 and 1, both excluded");
        }
        return value;
    }

    static boolean isNumber(String text) {
        return text.matches(NUMBER);
    }

    private static int digits(String number) {
        int pointIndex = number.indexOf('.');
        return pointIndex < 0 ? 0 : number.length() - pointIndex - 1;
    }

    private static long units(String number, int digits) {
        return new BigDecimal(number).movePointRight(digits).longValueExact();
    }

    boolean isSingle() {
        return low == high;
    }

    @Override
    public Value value(ValueRandoms draws, Scope scope) {
        return new Value.Numeric(numbers(draws), digits);
    }

    ValueSource differentFrom(String excludedName) {
        return (draws, scope) -> {
            LongSupplier numbers = numbers(draws);
            Value.Numeric excluded = (Value.Numeric) scope.get(excludedName);
            return new Value.Numeric(
                    () -> {
                        long number = numbers.getAsLong();
                        for (int i = 1; i < MAX_DRAWS && number == excluded.current(); i++) {
                            number = numbers.getAsLong();
                        }
                        if (number == excluded.current()) {
                            number = number == high ? low : number + 1;
                        }
                        return number;
                    },
                    digits);
        };
    }

    private LongSupplier numbers(ValueRandoms draws) {
        RandomNumbers options = draws.numbers();
        RandType distributionType = type == null ? options.type() : type;
        SplittableRandom random = draws.random();
        if (distributionType == RandType.UNIFORM) {
            return () -> random.nextLong(low, high + 1);
        }
        Double fixedParameter = parameter;
        RandomNumbers distribution = new RandomNumbers(
                distributionType,
                0,
                options.special(),
                fixedParameter != null && distributionType == RandType.PARETO ? fixedParameter : options.paretoH(),
                fixedParameter != null && distributionType == RandType.ZIPFIAN
                        ? fixedParameter
                        : options.zipfianExponent());
        RowNumbers rows = RowNumbers.of(distribution, (int) (high - low + 1), random);
        return () -> low + rows.next() - 1;
    }
}
