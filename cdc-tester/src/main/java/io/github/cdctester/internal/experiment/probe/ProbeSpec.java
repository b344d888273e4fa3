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
 * @param name what its series and its file are called: letters, digits, {@code _} and {@code -}
 * @param every from one reading to the next, from 100 ms to a day
 * @param unit of its numbers: {@code bytes}, {@code percent}, {@code ms}, {@link #NO_UNIT} or any word
 * @param rate whether the numbers are counters, of which the change per second is wanted
 * @param at the server that its statement is asked, where that is not the one of the run; without a name or a password of the account
 *     that of the run
 * @param ownFigures which of its series are the server's own figures of ours, by their flat names
 */
public record ProbeSpec(
        String name,
        Duration every,
        String unit,
        boolean rate,
        ProbeSource source,
        Optional<Endpoint> at,
        Map<String, OwnFigure> ownFigures) {

    /** How often a probe reads where nothing else is said. */
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
    boolean asksAnAgent() {
        return !(source instanceof ProbeSource.Sql || source instanceof ProbeSource.Machine);
    }

    /** The unit where nothing else is said. */
    static String unitOf(ProbeSource source) {
        return source instanceof ProbeSource.Machine machine ? machine.cpu() ? "percent" : "bytes" : NO_UNIT;
    }

    /** Returns true if a reading needs the server of the run: a program finds its address in the environment. */
    public boolean asksServer() {
        return source instanceof ProbeSource.Command
                || source instanceof ProbeSource.Sql && at.isEmpty()
                || source instanceof ProbeSource.Machine machine && machine.subject() == Subject.SERVER;
    }

    /** The unit of the numbers that it tells; empty where they have none. */
    Optional<String> unitOfNumbers() {
        return unit.equals(NO_UNIT) ? Optional.empty() : Optional.of(rate ? unit + "/s" : unit);
    }

    Duration timeout() {
        return every.compareTo(EVERY) > 0 ? every : EVERY;
    }

    /** How old the last reading may be and still say how it is now. */
    Duration freshness() {
        return every.multipliedBy(2).compareTo(EVERY) > 0 ? every.multipliedBy(2) : EVERY;
    }
}
