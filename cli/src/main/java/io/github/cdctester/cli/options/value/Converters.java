// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options.value;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Rate;
import io.github.cdctester.internal.workload.Form;
import io.github.cdctester.internal.workload.RateText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

public final class Converters {

    private Converters() {}

    @SuppressWarnings({"unchecked", "rawtypes"}) // the enum's type is unknown at compile time
    public static void register(CommandLine commandLine) {
        commandLine.registerConverter(Duration.class, of(Form.DURATION));
        commandLine.registerConverter(Path.class, LocationConverters::path);
        commandLine.registerConverter(JUnitFile.class, JUnitFile::named);
        Stream.concat(Stream.of(commandLine), commandLine.getSubcommands().values().stream())
                .flatMap(command -> command.getCommandSpec().options().stream())
                .map(option -> (Class) option.auxiliaryTypes()[0])
                .filter(Class::isEnum)
                .distinct()
                .forEach(type -> commandLine.registerConverter(type, constants(type)));
    }

    /** The booleans of sysbench. */
    public static final class OnOff implements ITypeConverter<Boolean>, Iterable<String> {
        @Override
        public Boolean convert(String value) {
            return read(Form.SWITCH::parse, value);
        }

        @Override
        public Iterator<String> iterator() {
            return List.of("on", "off").iterator();
        }
    }

    /** Converts {@code 5%} or {@code 2.5} to a fraction of 1. */
    public static final class Percent implements ITypeConverter<Double> {
        @Override
        public Double convert(String value) {
            String number = value.strip().replaceFirst("\\s*%$", "");
            if (!number.matches("\\d{1,3}(\\.\\d{1,6})?")) {
                throw new TypeConversionException("'" + value + "' is not a percentage, such as 5%");
            }
            return Double.parseDouble(number) / 100;
        }
    }

    /** At least 0.5 and less than 1. */
    public static final class Confidence implements ITypeConverter<Double> {
        @Override
        public Double convert(String value) {
            double fraction = new Percent().convert(value);
            if (fraction < 0.5 || fraction >= 1) {
                throw new TypeConversionException("'" + value + "' is not a percentage from 50 and below 100");
            }
            return fraction;
        }
    }

    /** A number per second, {@code A..B over TIME}, or 0 for no rate ({@code null}). */
    public static final class Starts implements ITypeConverter<@Nullable Rate> {
        @Override
        public @Nullable Rate convert(String value) {
            return read(RateText::parse, value).orElse(null);
        }
    }

    /** Empty for {@code auto}. */
    public record DelaySources(Set<DelaySource> sources) {}

    public static final class Delay implements ITypeConverter<DelaySources>, Iterable<String> {
        private static final Form<DelaySource> DELAY_SOURCE = Form.choice(DelaySource.class);

        @Override
        public DelaySources convert(String value) {
            return new DelaySources(
                    switch (value.toLowerCase(Locale.ROOT)) {
                        case "auto" -> Set.of();
                        case "all" -> EnumSet.allOf(DelaySource.class);
                        default -> Set.of(read(DELAY_SOURCE::parse, value));
                    });
        }

        @Override
        public Iterator<String> iterator() {
            return Stream.concat(Stream.of("auto", "all"), DELAY_SOURCE.words().stream())
                    .iterator();
        }
    }

    /** {@code HOST:PORT} or {@code HOST}, with an IPv6 address in brackets. */
    public record Address(String host, int port) {

        private static final Pattern ADDRESS_PATTERN =
                Pattern.compile("(?:\\[([0-9a-fA-F:.%]+)]|([^:\\[\\]\\s]+))(?::(\\d{1,5}))?");

        public static final class Converter implements ITypeConverter<Address> {
            @Override
            public Address convert(String value) {
                Matcher matcher = ADDRESS_PATTERN.matcher(value.strip());
                int port = !matcher.matches() || matcher.group(3) == null
                        ? Defaults.PORT
                        : Integer.parseInt(matcher.group(3));
                if (!matcher.matches() || port < 1 || port > 65_535) {
                    throw new TypeConversionException(
                            "'" + value + "' is not an address: give HOST:PORT, an IPv6 address in brackets");
                }
                return new Address(matcher.group(1) == null ? matcher.group(2) : matcher.group(1), port);
            }
        }
    }

    /** The command line writes {@code -} instead of {@code _}. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // the enum's type is unknown at compile time
    public static ITypeConverter<?> constants(Class<?> type) {
        return of(Form.choice((Class) type));
    }

    public static <T> ITypeConverter<T> of(Form<T> form) {
        return value -> read(form::parse, value);
    }

    /** Keeps the parser's message in picocli's exception. */
    public static <T> T read(Function<String, T> parser, String value) {
        try {
            return parser.apply(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
