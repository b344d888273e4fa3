// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.workload.random.RandomCharacters;
import io.github.cdctester.internal.yaml.YamlNode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;

/** Values that are no numbers: characters, bytes, UUIDs, dates and times. */
final class TextSources {

    private static final int MOST_LENGTH = 1_000_000;
    private static final String LETTERS = RandomCharacters.LETTERS_AND_DIGITS.substring(0, 52);
    private static final String DIGITS = "0123456789";
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    private TextSources() {}

    static ValueSource of(String kind, YamlNode argument) {
        return switch (kind) {
            case "string" -> characters(RandomCharacters.LETTERS_AND_DIGITS, argument);
            case "letters" -> characters(LETTERS, argument);
            case "digits" -> characters(DIGITS, argument);
            case "bytes" -> bytes(argument);
            case "uuid" -> {
                argument.word("random");
                yield (draws, scope) -> new Value.Text(() -> uuid(draws.random()));
            }
            case "timestamp" -> timestamps(argument);
            case "date" -> dates(argument);
            default -> throw new IllegalStateException("no value of kind " + kind);
        };
    }

    private static ValueSource characters(String alphabet, YamlNode argument) {
        int[] length = ScriptReader.span(argument, 0, MOST_LENGTH);
        return (draws, scope) -> {
            RandomCharacters characters = new RandomCharacters(alphabet, draws.random());
            StringBuilder text = new StringBuilder();
            Supplier<String> texts = () -> {
                text.setLength(0);
                characters.append(text, between(length, draws.random()));
                return text.toString();
            };
            return new Value.Text(texts);
        };
    }

    private static ValueSource bytes(YamlNode argument) {
        int[] length = ScriptReader.span(argument, 0, MOST_LENGTH);
        return (draws, scope) -> new Value.Bytes(() -> {
            byte[] bytes = new byte[between(length, draws.random())];
            draws.random().nextBytes(bytes);
            return bytes;
        });
    }

    private static int between(int[] ends, SplittableRandom random) {
        return ends[0] == ends[1] ? ends[0] : random.nextInt(ends[0], ends[1] + 1);
    }

    /** Version 4 of RFC 9562, from the seeded numbers. */
    private static String uuid(SplittableRandom random) {
        long high = random.nextLong() & ~0xF000L | 0x4000L;
        long low = random.nextLong() & ~(0b11L << 62) | 0b10L << 62;
        return new UUID(high, low).toString();
    }

    private static ValueSource timestamps(YamlNode argument) {
        String[] ends = ends(argument, "two times as in 2026-01-01T00:00:00..2026-12-31T23:59:59, or two dates");
        long from = second(argument, ends[0], 0);
        long to = second(argument, ends[1], 24 * 3_600 - 1);
        ordered(argument, from, to);
        return (draws, scope) -> new Value.Text(() -> LocalDateTime.ofEpochSecond(
                        draws.random().nextLong(from, to + 1), 0, ZoneOffset.UTC)
                .format(SECONDS));
    }

    private static ValueSource dates(YamlNode argument) {
        String[] ends = ends(argument, "two dates as in 2026-01-01..2026-12-31");
        long from = day(argument, ends[0]);
        long to = day(argument, ends[1]);
        ordered(argument, from, to);
        return (draws, scope) -> new Value.Text(() ->
                LocalDate.ofEpochDay(draws.random().nextLong(from, to + 1)).toString());
    }

    private static String[] ends(YamlNode argument, String expected) {
        String[] ends = argument.text().split("\\.\\.", -1);
        if (ends.length != 2) {
            throw argument.error(argument.text(), expected);
        }
        return new String[] {ends[0].strip(), ends[1].strip()};
    }

    private static void ordered(YamlNode argument, long from, long to) {
        if (from > to) {
            throw argument.error(argument.text(), "a range with the earlier end first");
        }
    }

    private static long day(YamlNode argument, String text) {
        try {
            return LocalDate.parse(text).toEpochDay();
        } catch (DateTimeParseException e) {
            throw argument.error(text, "a date as in 2026-01-31");
        }
    }

    /** A date stands for its first second, or for its last. */
    private static long second(YamlNode argument, String text, long ofTheDay) {
        try {
            return text.length() == 10
                    ? LocalDate.parse(text).toEpochDay() * 24 * 3_600 + ofTheDay
                    : LocalDateTime.parse(text.replace(' ', 'T')).toEpochSecond(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw argument.error(text, "a date or a time as in 2026-01-31 or 2026-01-31T23:59:59");
        }
    }
}
