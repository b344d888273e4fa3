// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource.Subject;
import io.github.cdctester.internal.run.outcome.ProbeTotals.ResultMetric;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The definition of a probe.
 *
 * @param name name of the series and of the file: letters, digits, {@code _} and {@code -}
 * @param every interval between readings, from 100 ms to a day
 * @param unit {@code bytes}, {@code percent}, {@code ms}, {@link #NO_UNIT} or any word
 * @param rate true if the numbers are counters, reported as change per second
 * @param at empty for the run's server; a missing user or password is copied from the run's endpoint
 * @param comparedMetrics result values by series, such as {@code pool} or {@code nodes.pcu.a}
 */
public record ProbeSpec(
        String name,
        Duration every,
        String unit,
        boolean rate,
        ProbeSource source,
        Optional<Endpoint> at,
        Map<String, ResultMetric> comparedMetrics) {

    public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(1);

    public static final String NO_UNIT = "none";
    private static final Duration MIN_INTERVAL = Duration.ofMillis(100);
    private static final Duration MAX_INTERVAL = Duration.ofDays(1);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final Pattern UNIT = Pattern.compile("[\\p{L}\\p{N}%/_. -]{1,32}");

    public ProbeSpec {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidPlanException(
                    "name", "'" + name + "'", "a name of at most 64 letters, digits, _ and -, such as pool");
        }
        if (every.compareTo(MIN_INTERVAL) < 0 || every.compareTo(MAX_INTERVAL) > 0) {
            throw new InvalidPlanException("every", every, "from 100ms to 24h");
        }
        if (!UNIT.matcher(unit).matches()) {
            throw new InvalidPlanException("unit", "'" + unit + "'", "a word such as bytes, percent, ms or none");
        }
        if (rate && source instanceof ProbeSource.Machine) {
            throw new InvalidPlanException("rate", "true", "left out: neither cpu nor memory is a counter");
        }
        comparedMetrics = Map.copyOf(comparedMetrics);
    }

    /** Returns true if the source may be unavailable for a while. */
    boolean readsAgent() {
        return !(source instanceof ProbeSource.Sql || source instanceof ProbeSource.Machine);
    }

    static String defaultUnit(ProbeSource source) {
        return source instanceof ProbeSource.Machine machine ? machine.cpu() ? "percent" : "bytes" : NO_UNIT;
    }

    /** Programs receive the server's address in their environment, so they need the server. */
    public boolean readsServer() {
        return source instanceof ProbeSource.Command
                || source instanceof ProbeSource.Sql && at.isEmpty()
                || source instanceof ProbeSource.Machine machine && machine.subject() == Subject.SERVER;
    }

    public Optional<String> unitOfNumbers() {
        return unit.equals(NO_UNIT) ? Optional.empty() : Optional.of(rate ? unit + "/s" : unit);
    }

    Duration timeout() {
        return every.compareTo(DEFAULT_INTERVAL) > 0 ? every : DEFAULT_INTERVAL;
    }

    Duration maxAge() {
        return every.multipliedBy(2).compareTo(DEFAULT_INTERVAL) > 0 ? every.multipliedBy(2) : DEFAULT_INTERVAL;
    }
}
