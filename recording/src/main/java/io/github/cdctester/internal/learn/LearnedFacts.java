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
 * Characteristics of a log, to compare it with the log of the learned workload. Events, bytes and rows are means per transaction.
 *
 * @param transactions number of transactions with row changes
 * @param read number of transactions whose rows were read
 * @param covered share of the transactions whose kind is in the file, from 0 to 1
 * @param unreadable why rows were not read: logged as statements, or the last reason for unreadable rows; else empty
 * @param rate transactions per second
 * @param arrivals {@code constant} or {@code poisson}
 * @param dispersion index of dispersion of the counts per second: 1 for independent transactions, 0 if unknown
 * @param connections empty if the log has no connection ids, or no connection committed twice
 * @param largest bytes of the largest transaction
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
     * @param touches number of counted update and delete statements
     * @param keys number of existing keys
     * @param exponent exponent of the fitted Zipf distribution; 0 for uniform
     * @param misfit distance between fitted distribution and counts, from 0 to 1
     */
    public record Keys(long touches, long keys, double exponent, double misfit) {}

    /**
     * Times are in ms, between two commits of the same connection.
     *
     * @param most maximum number of connections at the same time; a connection is open from its first to its last commit
     */
    public record Connections(long most, double median, double p95) {}

    /** @throws InvalidPlanException if the file cannot be read, was not written by {@code learn}, or has a newer version */
    public static LearnedFacts read(Path file) {
        String text;
        try {
            text = BoundedFile.text(file, BoundedFile.MAX_SMALL_FILE_BYTES);
        } catch (IOException e) {
            throw new InvalidPlanException("like", file, "a file that can be read: " + SecretFile.reasonOf(e));
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
