// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.access.SecretFile;
import io.github.cdctester.internal.bound.BoundedFile;
import io.github.cdctester.internal.yaml.YamlBinder;
import io.github.cdctester.internal.yaml.YamlBinder.Default;
import io.github.cdctester.internal.yaml.YamlFile;
import io.github.cdctester.internal.yaml.YamlNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Characteristics of a log, to compare a learned workload with its own output.
 *
 * @param transactions number of transactions with rows
 * @param read number of transactions whose rows were read
 * @param covered the share of transactions with a kind in the file
 * @param unreadable the last reason for unreadable rows; empty for none
 * @param rate transactions a second
 * @param arrivals constant or poisson
 * @param dispersion of the seconds: 1 for independent transactions, 0 if unknown
 * @param connections that wrote; empty if the log does not contain them
 * @param events per transaction, like the next ones
 * @param largest bytes of the largest transaction
 * @param keys the distribution of the keys that updates and deletes touch, by table
 */
public record LearnedFacts(
        long transactions,
        long read,
        double covered,
        @Default("") String unreadable,
        double rate,
        @Default("poisson") String arrivals,
        double dispersion,
        Optional<Connections> connections,
        double events,
        double bytes,
        double inserted,
        double updated,
        double deleted,
        long largest,
        Map<String, Keys> keys) {

    /**
     * The keys of a table.
     *
     * @param touches number of statements
     * @param keys number of existing keys
     * @param exponent of a Zipf distribution; 0 for uniform
     * @param misfit distance from the counts, from 0 to 1
     */
    public record Keys(long touches, long keys, double exponent, double misfit) {}

    /**
     * The connections that wrote.
     *
     * @param most at once: between their first and their last commit
     * @param median ms from a commit to the next one of the same connection
     * @param p95 the 95th percentile
     */
    public record Connections(long most, double median, double p95) {}

    /**
     * Reads the facts from a workload file.
     *
     * @throws InvalidPlanException if it has none, because it was not learned, or if it has a newer version
     */
    public static LearnedFacts read(Path file) {
        String text;
        try {
            text = BoundedFile.text(file, BoundedFile.SMALL);
        } catch (IOException e) {
            throw new InvalidPlanException("like", file, "a file that can be read: " + SecretFile.why(e));
        }
        YamlNode root = YamlFile.parse(file.toString(), text, Map.of());
        root.get("version").ifPresent(version -> version.wholeNumber(1, LearnedWorkload.VERSION));
        YamlNode facts = root.get("learned")
                .orElseThrow(() -> new InvalidPlanException("like", file, "a workload file that learn wrote"));
        return new YamlBinder()
                .with(long.class, node -> node.wholeNumber(0, Long.MAX_VALUE))
                .read(facts, LearnedFacts.class);
    }
}
