// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource;
import io.github.cdctester.internal.experiment.probe.source.ProbeSource.Subject;
import io.github.cdctester.internal.run.outcome.ProbeTotals.OwnFigure;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One probe.
 *
 * @param name name of its series and its file: letters, digits, {@code _} and {@code -}
 * @param every interval between readings, from 100 ms to a day
 * @param unit of its numbers: {@code bytes}, {@code percent}, {@code ms}, {@link #NO_UNIT} or any word
 * @param rate whether the numbers are counters, shown as change per second
 * @param at the server for its statement, if it differs from the run's; a missing account name or password is taken from the run
 * @param ownFigures its series that correspond to our own metrics, by their flat names
 */
public record ProbeSpec(
        String name,
        Duration every,
        String unit,
        boolean rate,
        ProbeSource source,
        Optional<Endpoint> at,
        Map<String, OwnFigure> ownFigures) {

    /** Default interval of a probe. */
    public static final Duration EVERY = Duration.ofSeconds(1);

    public static final String NO_UNIT = "none";
    private static final Duration MAX_OFTEN = Duration.ofMillis(100);
    private static final Duration MIN_OFTEN = Duration.ofDays(1);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final Pattern UNIT = Pattern.compile("[\\p{L}\\p{N}%/_. -]{1,32}");

    public ProbeSpec {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidPlanException(
                    "name", "'" + name + "'", "a name of at most 64 letters, digits, _ and -, such as pool");
        }
        if (every.compareTo(MAX_OFTEN) < 0 || every.compareTo(MIN_OFTEN) > 0) {
            throw new InvalidPlanException("every", every, "from 100ms to 24h");
        }
        if (!UNIT.matcher(unit).matches()) {
            throw new InvalidPlanException("unit", "'" + unit + "'", "a word such as bytes, percent, ms or none");
        }
        if (rate && source instanceof ProbeSource.Machine) {
            throw new InvalidPlanException("rate", "true", "left out: neither cpu nor memory is a counter");
        }
        ownFigures = Map.copyOf(ownFigures);
    }

    /** Returns true if an external source answers, which may be unavailable for a while. */
    boolean readsAgent() {
        return !(source instanceof ProbeSource.Sql || source instanceof ProbeSource.Machine);
    }

    /** Default unit. */
    static String unitOf(ProbeSource source) {
        return source instanceof ProbeSource.Machine machine ? machine.cpu() ? "percent" : "bytes" : NO_UNIT;
    }

    /** Returns true if a reading needs the server of the run: a program finds its address in the environment. */
    public boolean readsServer() {
        return source instanceof ProbeSource.Command
                || source instanceof ProbeSource.Sql && at.isEmpty()
                || source instanceof ProbeSource.Machine machine && machine.subject() == Subject.SERVER;
    }

    /** Returns the unit of its numbers; empty for none. */
    Optional<String> unitOfNumbers() {
        return unit.equals(NO_UNIT) ? Optional.empty() : Optional.of(rate ? unit + "/s" : unit);
    }

    Duration timeout() {
        return every.compareTo(EVERY) > 0 ? every : EVERY;
    }

    /** Returns the maximum age of a current reading. */
    Duration freshness() {
        return every.multipliedBy(2).compareTo(EVERY) > 0 ? every.multipliedBy(2) : EVERY;
    }
}
