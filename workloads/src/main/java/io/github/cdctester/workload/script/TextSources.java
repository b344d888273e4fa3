// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.workload.random.RandomCharacters;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Random characters, bytes, UUIDs, dates, times and JSON. */
final class TextSources {

    static final List<String> KINDS =
            List.of("string", "letters", "digits", "bytes", "uuid", "timestamp", "date", "json");

    private static final String FIRST_INVALID_TIMESTAMP = "2038-01-19 03:14:08";
    private static final int MAX_LENGTH = 1_000_000;
    private static final String LETTERS = RandomCharacters.LETTERS_AND_DIGITS.substring(0, 52);
    private static final String DIGITS = "0123456789";
    private static final DateTimeFormatter TIME_FORMAT = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    private TextSources() {}

    static ValueSource of(String kind, YamlNode argument) {
        return switch (kind) {
            case "string" -> characters(RandomCharacters.LETTERS_AND_DIGITS, argument, "");
            case "letters" -> characters(LETTERS, argument, "");
            case "digits" -> characters(DIGITS, argument, "");
            case "bytes" -> bytes(argument);
            case "uuid" -> {
                argument.word("random");
                yield (draws, scope) -> new Value.ObjectValue(() -> uuid(draws.random()));
            }
            case "json" ->
                characters(
                        LETTERS, argument,
                        "\""); // the two quotes correspond to the two bytes that MySQL stores in addition to the
            // characters
            case "timestamp" -> timestamps(argument);
            default -> dates(argument);
        };
    }

    /** Rejects times outside the range of a TIMESTAMP column. */
    static void requireTimestampRange(String column, YamlNode value) {
        String lastTimeOfDay = value.isMapping() && value.get("timestamp").isPresent() ? " 23:59:59" : "";
        Stream<YamlNode> nodes = value.isMapping()
                ? Stream.of("timestamp", "date", "choice").flatMap(kind -> value.get(kind).stream())
                : Stream.of(value);
        nodes.flatMap(node -> node.isMapping()
                        ? node.entries().keySet().stream()
                        : node.elementsOrSelf().stream().map(YamlNode::text))
                .flatMap(text -> Stream.of(text.split("\\.\\.")))
                .filter(text -> text.strip().matches("\\d{4}-\\d\\d-\\d\\d.*"))
                .forEach(text -> {
                    String time = text.strip().replace('T', ' ');
                    if (time.compareTo("1970-01-01 00:00:01") < 0
                            || (time + lastTimeOfDay).compareTo(FIRST_INVALID_TIMESTAMP) >= 0) {
                        throw value.error(
                                text.strip(),
                                "a time from 1970-01-01 00:00:01 to 2038-01-19 03:14:07 UTC, as column " + column
                                        + " is a TIMESTAMP; DATETIME takes others");
                    }
                });
    }

    private static ValueSource characters(String alphabet, YamlNode argument, String quote) {
        Spans length = Spans.read(argument, 0, MAX_LENGTH);
        return (draws, scope) -> {
            LongSupplier lengths = length.draws(draws.random());
            RandomCharacters characters = new RandomCharacters(alphabet, draws.random());
            StringBuilder text = new StringBuilder();
            Supplier<String> texts = () -> {
                text.setLength(0);
                text.append(quote);
                characters.append(text, Math.max(0, (int) lengths.getAsLong() - 2 * quote.length()));
                return text.append(quote).toString();
            };
            return new Value.ObjectValue(texts);
        };
    }

    private static ValueSource bytes(YamlNode argument) {
        Spans length = Spans.read(argument, 0, MAX_LENGTH);
        return (draws, scope) -> {
            LongSupplier lengths = length.draws(draws.random());
            return new Value.ObjectValue(() -> {
                byte[] bytes = new byte[(int) lengths.getAsLong()];
                draws.random().nextBytes(bytes);
                return bytes;
            });
        };
    }

    /** Version 4 (RFC 9562). */
    private static String uuid(SplittableRandom random) {
        long high = random.nextLong() & ~0xF000L | 0x4000L;
        long low = random.nextLong() & ~(0b11L << 62) | 0b10L << 62;
        return new UUID(high, low).toString();
    }

    private static ValueSource timestamps(YamlNode argument) {
        long[] bounds = bounds(
                argument,
                "two times as in 2026-01-01T00:00:00..2026-12-31T23:59:59, or two dates",
                "a date or a time as in 2026-01-31 or 2026-01-31T23:59:59",
                // a date means its first second at the start of a range, and its last second at the end
                from -> epochSecond(from, LocalTime.MIN),
                to -> epochSecond(to, LocalTime.of(23, 59, 59)));
        return (draws, scope) -> new Value.ObjectValue(() -> LocalDateTime.ofEpochSecond(
                        draws.random().nextLong(bounds[0], bounds[1] + 1), 0, ZoneOffset.UTC)
                .format(TIME_FORMAT));
    }

    private static ValueSource dates(YamlNode argument) {
        ToLongFunction<String> day = text -> LocalDate.parse(text).toEpochDay();
        long[] bounds = bounds(argument, "two dates as in 2026-01-01..2026-12-31", "a date as in 2026-01-31", day, day);
        return (draws, scope) ->
                new Value.ObjectValue(() -> LocalDate.ofEpochDay(draws.random().nextLong(bounds[0], bounds[1] + 1))
                        .toString());
    }

    private static long[] bounds(
            YamlNode argument, String form, String expected, ToLongFunction<String> from, ToLongFunction<String> to) {
        String[] texts = argument.text().split("\\.\\.", -1);
        if (texts.length != 2) {
            throw argument.error(argument.text(), form);
        }
        long[] bounds = new long[2];
        for (int i = 0; i < 2; i++) {
            try {
                bounds[i] = (i == 0 ? from : to).applyAsLong(texts[i].strip());
            } catch (DateTimeParseException e) {
                throw argument.error(texts[i].strip(), expected);
            }
        }
        if (bounds[0] > bounds[1]) {
            throw argument.error(argument.text(), "a range with the earlier end first");
        }
        return bounds;
    }

    private static long epochSecond(String text, LocalTime timeOfDay) {
        LocalDateTime time = text.length() == 10
                ? LocalDate.parse(text).atTime(timeOfDay)
                : LocalDateTime.parse(text.replace(' ', 'T'));
        return time.toEpochSecond(ZoneOffset.UTC);
    }
}
