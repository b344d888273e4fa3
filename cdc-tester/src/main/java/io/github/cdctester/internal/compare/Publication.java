// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.internal.yaml.YamlBinder;
import io.github.cdctester.internal.yaml.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What a publication gives for one of its experiments; {@code published.yaml} has them all, and says what each key means. */
record Publication(
        String source, Map<String, String> differs, List<String> columns, List<String> steps, List<List<Double>> rows) {

    private static final String FILE = "published.yaml";

    /** The file. */
    record Known(Map<String, List<String>> recorded, Map<String, Publication> publications) {}

    Publication {
        boolean whole = rows.stream().allMatch(row -> row.size() == columns.size())
                && (steps.isEmpty() || steps.size() == rows.size());
        if (!whole) {
            throw new IllegalArgumentException("a number is missing");
        }
    }

    static Known known() {
        try (InputStream in = Objects.requireNonNull(Publication.class.getResourceAsStream(FILE), FILE)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new YamlBinder()
                    .with(Double.class, node -> Double.valueOf(node.text()))
                    .read(YamlFile.parse(FILE, text, Map.of()), Known.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Throws {@code InvalidPlanException} if there is none of that name; the message has them all. */
    static Publication named(String name) {
        Map<String, Publication> all = known().publications();
        if (!all.containsKey(name)) {
            throw new InvalidPlanException(
                    "published", "'" + name + "'", "one of: " + NearNames.oneOf(name, all.keySet()));
        }
        return all.get(name);
    }
}
