// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.json.RecordJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares the facts of a learned workload with the facts of another log, line by line. */
public record Likeness(List<Line> lines) {

    /** Both logs need this many statements on a table before its exponents are compared. */
    private static final long MIN_TOUCHES = 1_000;

    private static final String EXPONENT = "exponent of ";
    private static final String LINE_FORMAT = "%-32s %12s %12s %10s%n";

    public static final String FILE_NAME = "likeness.json";

    /**
     * One compared value: a number, a word, or {@code null} if missing.
     *
     * @param distance the difference for exponents; otherwise the difference divided by the learned value; {@code null} if a value
     *     is missing or a word, or if only the learned value is 0
     */
    public record Line(
            String name,
            @Nullable Object learned,
            @Nullable Object seen,
            @Nullable Double distance) {

        private String text() {
            String distanceText = "-";
            if (distance != null) {
                distanceText =
                        name.startsWith(EXPONENT) ? number("%+.3f", distance) : number("%+.1f %%", 100 * distance);
            }
            return String.format(Locale.ROOT, LINE_FORMAT, name, valueText(learned), valueText(seen), distanceText);
        }

        private static String valueText(@Nullable Object value) {
            return value instanceof Double number
                    ? number(number >= 10 ? "%.1f" : "%.3f", number)
                    : value == null ? "-" : "" + value;
        }

        private static String number(String format, double value) {
            return String.format(Locale.ROOT, format, value);
        }
    }

    public static Likeness of(LearnedFacts learned, LearnedFacts seen) {
        Map<String, Object> seenFacts = factsByName(seen);
        return new Likeness(factsByName(learned).entrySet().stream()
                .map(fact -> {
                    Object value = seenFacts.get(fact.getKey());
                    return new Line(fact.getKey(), fact.getValue(), value, distance(fact, value));
                })
                .toList());
    }

    private static Map<String, Object> factsByName(LearnedFacts facts) {
        Map<String, Object> factsByName = new LinkedHashMap<>();
        factsByName.put("events per transaction", facts.events());
        factsByName.put("bytes per transaction", facts.bytes());
        factsByName.put("rows a transaction", facts.inserted() + facts.updated() + facts.deleted());
        factsByName.put("rows inserted per transaction", facts.inserted());
        factsByName.put("rows updated per transaction", facts.updated());
        factsByName.put("rows deleted per transaction", facts.deleted());
        factsByName.put("transactions a second", facts.rate());
        factsByName.put("arrivals", facts.arrivals());
        if (facts.dispersion() > 0 || facts.arrivals().equals("constant")) {
            factsByName.put("dispersion of the seconds", facts.dispersion());
        }
        facts.connections().ifPresent(connections -> {
            factsByName.put("connections at once", (double) connections.most());
            factsByName.put("ms to the next commit, median", connections.median());
            factsByName.put("ms to the next commit, 95 %", connections.p95());
        });
        facts.keys().forEach((table, keys) -> {
            if (keys.touches() >= MIN_TOUCHES) {
                factsByName.put(EXPONENT + table, keys.exponent());
            }
        });
        return factsByName;
    }

    private static @Nullable Double distance(Map.Entry<String, Object> fact, @Nullable Object seenValue) {
        if (!(fact.getValue() instanceof Double learned) || !(seenValue instanceof Double seen)) {
            return null;
        }
        double difference = seen - learned;
        if (fact.getKey().startsWith(EXPONENT) || difference == 0) {
            return difference;
        }
        return learned == 0 ? null : (Double) (difference / learned);
    }

    public String text() {
        String header = String.format(Locale.ROOT, LINE_FORMAT, "Likeness", "learned", "seen", "distance");
        return header + lines.stream().map(Line::text).collect(Collectors.joining());
    }

    /** @throws RunFailedException if the file cannot be written */
    public void write(Path directory) {
        Path file = directory.resolve(FILE_NAME);
        try {
            Files.write(file, RecordJson.PLAIN.bytes(Likeness.class, this));
        } catch (IOException e) {
            throw new RunFailedException("writing " + file + " failed: " + SecretFile.reasonOf(e), e);
        }
    }
}
