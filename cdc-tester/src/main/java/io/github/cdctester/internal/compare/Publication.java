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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a publication gives for one of its experiments; {@code published.yaml} has them all.
 *
 * @param source where it was read
 * @param differs its conditions by name
 * @param columns the names of its values
 * @param steps the names of its rows where they have some
 * @param rows a number a column; not a number where it gives none
 */
record Publication(
        String source,
        How how,
        Map<String, String> differs,
        List<String> columns,
        List<String> steps,
        List<List<Double>> rows) {

    private static final String FILE = "published.yaml";

    /** Which step of a result stands beside a row. */
    enum How {
        /** The one of the same number. */
        ORDER,
        /** The one of the same name. */
        STEP
    }

    Publication {
        boolean whole = rows.stream().allMatch(row -> row.size() == columns.size())
                && (how == How.ORDER || steps.size() == rows.size());
        if (!whole) {
            throw new IllegalArgumentException("a number is missing");
        }
    }

    static Map<String, Publication> all() {
        YamlBinder binder = new YamlBinder()
                .with(Double.class, node -> node.text().equals("-") ? Double.NaN : Double.parseDouble(node.text()));
        Map<String, Publication> all = new LinkedHashMap<>();
        try (InputStream in = Objects.requireNonNull(Publication.class.getResourceAsStream(FILE), FILE)) {
            YamlFile.parse(FILE, new String(in.readAllBytes(), StandardCharsets.UTF_8), Map.of())
                    .entries()
                    .forEach((name, node) -> all.put(name, binder.read(node, Publication.class)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    /** Throws {@code InvalidPlanException} if there is none of that name; the message has them all. */
    static Publication named(String name) {
        Map<String, Publication> all = all();
        Publication found = all.get(name);
        if (found == null) {
            throw new InvalidPlanException(
                    "published", "'" + name + "'", "one of: " + NearNames.oneOf(name, all.keySet()));
        }
        return found;
    }
}
