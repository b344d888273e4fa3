// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.json.RecordJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** How alike two logs are, figure by figure. */
public record Likeness(List<Line> lines) {

    /** Statements that must have touched a table on both sides, so that its exponent means something. */
    private static final long LEAST_TOUCHES = 1_000;

    /** The file of {@code --out}. */
    public static final String NAME = "likeness.json";

    private static final List<Map.Entry<String, ToDoubleFunction<LearnedFacts>>> FIGURES = List.of(
            Map.entry("events a transaction", LearnedFacts::events),
            Map.entry("bytes a transaction", LearnedFacts::bytes),
            Map.entry("rows a transaction", LearnedFacts::rows),
            Map.entry("rows inserted a transaction", LearnedFacts::inserted),
            Map.entry("rows updated a transaction", LearnedFacts::updated),
            Map.entry("rows deleted a transaction", LearnedFacts::deleted),
            Map.entry("transactions a second", LearnedFacts::rate),
            Map.entry("dispersion of the seconds", LearnedFacts::dispersion));

    /**
     * One figure.
     *
     * @param learned in the file; {@code null} where it says none
     * @param seen now
     * @param distance between the two: of exponents the difference, of all others as a part of the learned one; {@code null} where one of them
     *     is missing
     */
    public record Line(
            String name,
            @Nullable Double learned,
            @Nullable Double seen,
            @Nullable Double distance) {

        private static Line relative(String name, double learned, double seen) {
            boolean far = learned == 0 && seen != 0;
            return new Line(name, learned, seen, far ? null : seen == learned ? 0 : (seen - learned) / learned);
        }

        private String text() {
            boolean isExponent = name.startsWith("exponent ");
            return String.format(
                    Locale.ROOT,
                    "%-32s %12s %12s %10s%n",
                    name,
                    figure(learned),
                    figure(seen),
                    isExponent || distance == null ? number("%+.3f", distance) : number("%+.1f %%", 100 * distance));
        }

        private static String figure(@Nullable Double value) {
            return number(value != null && value >= 10 ? "%.1f" : "%.3f", value);
        }

        private static String number(String format, @Nullable Double value) {
            return value == null ? "-" : String.format(Locale.ROOT, format, value);
        }
    }

    /** Compares what a file was learned from with what was seen now. */
    public static Likeness of(LearnedFacts learned, LearnedFacts seen) {
        List<Line> lines = new ArrayList<>();
        FIGURES.forEach(figure -> lines.add(Line.relative(
                figure.getKey(),
                figure.getValue().applyAsDouble(learned),
                figure.getValue().applyAsDouble(seen))));
        learned.keys().forEach((table, keys) -> {
            LearnedFacts.Keys now = seen.keys().get(table);
            if (keys.touches() >= LEAST_TOUCHES) {
                Double exponent = now != null && now.touches() >= LEAST_TOUCHES ? (Double) now.exponent() : null;
                Double distance = exponent == null ? null : (Double) (exponent - keys.exponent());
                lines.add(new Line("exponent of " + table, keys.exponent(), exponent, distance));
            }
        });
        return new Likeness(lines);
    }

    /** A table, a line each. */
    public String text() {
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, "%-32s %12s %12s %10s%n", "Likeness", "learned", "seen", "distance"));
        lines.forEach(line -> text.append(line.text()));
        return text.toString();
    }

    /**
     * Writes it as JSON.
     *
     * @throws RunFailedException if it cannot be written
     */
    public void write(Path directory) {
        Path file = directory.resolve(NAME);
        try {
            Files.write(file, RecordJson.PLAIN.bytes(Likeness.class, this));
        } catch (IOException e) {
            throw new RunFailedException("writing " + file + " failed: " + SecretFile.why(e), e);
        }
    }
}
