// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options.value;

import io.github.cdctester.config.Rate;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.internal.workload.Form;
import io.github.cdctester.internal.workload.RateText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * The value of an option that may be a list for {@code sweep}.
 *
 * @param texts the values as typed
 */
public record ListableValue<T>(List<String> texts, List<T> values) {

    public ListableValue {
        texts = List.copyOf(texts);
        values = List.copyOf(values);
    }

    public static <T> ListableValue<T> of(T value) {
        return new ListableValue<>(List.of(String.valueOf(value)), List.of(value));
    }

    public static <T> ListableValue<T> parse(String text, Function<String, T> parser) {
        List<String> texts = Converters.read(Form::split, text);
        return new ListableValue<>(
                texts,
                texts.stream().map(element -> Converters.read(parser, element)).toList());
    }

    public T first() {
        return values.get(0);
    }

    public boolean isList() {
        return values.size() > 1;
    }

    public SweepAxis axis(SweepAxis.Parameter parameter, ToDoubleFunction<T> number) {
        List<SweepAxis.Point> points = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            points.add(new SweepAxis.Point(number.applyAsDouble(values.get(i)), texts.get(i)));
        }
        return new SweepAxis(parameter, points);
    }

    public static void refuseLists(CommandSpec command) {
        for (OptionSpec option : command.commandLine().getParseResult().matchedOptions()) {
            if (option.getValue() instanceof ListableValue<?> listed && listed.isList()) {
                throw new ParameterException(
                        command.commandLine(),
                        option.names()[0] + ": " + listed + ", must be one value; 'cdc-tester sweep' goes over a list");
            }
        }
    }

    @Override
    public String toString() {
        return String.join(",", texts);
    }

    public static final class Counts implements ITypeConverter<ListableValue<Integer>> {
        @Override
        public ListableValue<Integer> convert(String value) {
            return parse(value, Form.NUMBER::parse);
        }
    }

    /** Empty for a closed loop. The rates of a list must be constant and above 0. */
    public static final class Rates implements ITypeConverter<ListableValue<Optional<Rate>>> {
        @Override
        public ListableValue<Optional<Rate>> convert(String value) {
            ListableValue<Optional<Rate>> rates = parse(value, RateText::parse);
            for (int i = 0; rates.isList() && i < rates.values().size(); i++) {
                if (rates.values().get(i).filter(Rate.Steady.class::isInstance).isEmpty()) {
                    throw new TypeConversionException("'" + rates.texts().get(i) + "' in '" + value
                            + "' is not a constant rate above 0; a list needs constant rates");
                }
            }
            return rates;
        }
    }
}
