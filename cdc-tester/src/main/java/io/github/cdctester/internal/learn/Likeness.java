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
import org.jspecify.annotations.Nullable;

/** How alike two logs are, figure by figure. */
public record Likeness(List<Line> lines) {

    /** Statements that must have touched a table on both sides, so that its exponent means something. */
    private static final long LEAST_TOUCHES = 1_000;

    /** The file of {@code --out}. */
    public static final String NAME = "likeness.json";

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

        private boolean isExponent() {
            return name.startsWith("exponent ");
        }

        private String text() {
            String apart = distance == null
                    ? "-"
                    : isExponent() ? number("%+.3f", distance) : number("%+.1f", 100 * distance) + " %";
            return String.format(Locale.ROOT, "%-32s %12s %12s %10s", name, value(learned), value(seen), apart);
        }

        private static String value(@Nullable Double value) {
            return value == null ? "-" : number(Math.abs(value) < 10 ? "%.3f" : "%.1f", value);
        }

        private static String number(String format, double value) {
            return String.format(Locale.ROOT, format, value);
        }
    }

    /** Compares what a file was learned from with what was seen now. */
    public static Likeness of(LearnedFacts learned, LearnedFacts seen) {
        List<Line> lines = new ArrayList<>();
        lines.add(Line.relative("events a transaction", learned.events(), seen.events()));
        lines.add(Line.relative("bytes a transaction", learned.bytes(), seen.bytes()));
        lines.add(Line.relative("rows a transaction", learned.rows(), seen.rows()));
        lines.add(Line.relative("rows inserted a transaction", learned.inserted(), seen.inserted()));
        lines.add(Line.relative("rows updated a transaction", learned.updated(), seen.updated()));
        lines.add(Line.relative("rows deleted a transaction", learned.deleted(), seen.deleted()));
        lines.add(Line.relative("transactions a second", learned.rate(), seen.rate()));
        lines.add(Line.relative("dispersion of the seconds", learned.dispersion(), seen.dispersion()));
        learned.keys().forEach((table, keys) -> {
            LearnedFacts.Keys now = seen.keys().get(table);
            if (keys.touches() >= LEAST_TOUCHES) {
                boolean known = now != null && now.touches() >= LEAST_TOUCHES;
                Double exponent = known ? (Double) now.exponent() : null;
                Double distance = known ? (Double) (now.exponent() - keys.exponent()) : null;
                lines.add(new Line("exponent of " + table, keys.exponent(), exponent, distance));
            }
        });
        return new Likeness(lines);
    }

    /** A table, a line each. */
    public String text() {
        StringBuilder text = new StringBuilder(
                String.format(Locale.ROOT, "%-32s %12s %12s %10s%n", "Likeness", "learned", "seen", "distance"));
        lines.forEach(line -> text.append(line.text()).append('\n'));
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
