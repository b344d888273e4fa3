// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.config.Fault.FaultKind;
import io.github.cdctester.failure.InvalidPlanException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Faults with their times since the start of the measured part.
 *
 * @param moments faults at fixed times, in chronological order
 * @param chance additional random faults; empty for none
 */
public record FaultSchedule(List<Moment> moments, Optional<Chance> chance) {

    /** A schedule without faults. */
    public static final FaultSchedule NONE = new FaultSchedule(List.of(), Optional.empty());

    /** Maximum time for which random faults are planned. */
    private static final Duration FARTHEST = Duration.ofHours(24);

    private static final Pattern AT = Pattern.compile("at\\s+(\\S+?)\\s*:\\s*(.+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern RANDOM =
            Pattern.compile("random\\s+seed\\s+(\\S+)\\s+every\\s+(\\S+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern SEED = Pattern.compile("-?\\d{1,18}");

    /**
     * A fault with its time.
     *
     * @param at time after the start of the measured part
     */
    public record Moment(Duration at, Fault fault) {
        /**
         * Checks the time.
         *
         * @throws InvalidPlanException if it is negative
         */
        public Moment {
            if (at.isNegative()) {
                throw new InvalidPlanException("inject", at, "at a time from 0s");
            }
        }

        Duration end() {
            return at.plus(fault.length());
        }

        /** Returns the form of a schedule. */
        @Override
        public String toString() {
            return "at " + Fault.seconds(at) + ": " + fault;
        }
    }

    /**
     * Random faults, one at each multiple of an interval. Equal seeds give equal faults.
     *
     * @param seed any number
     * @param every interval, at least 1 s
     */
    public record Chance(long seed, Duration every) {
        /**
         * Checks the time.
         *
         * @throws InvalidPlanException if it is below 1 s
         */
        public Chance {
            if (every.compareTo(Duration.ofSeconds(1)) < 0) {
                throw Fault.wrong("every " + Fault.seconds(every), "every 1s or less often");
            }
        }

        /** Returns the form of a schedule. */
        @Override
        public String toString() {
            return "random seed " + seed + " every " + Fault.seconds(every);
        }
    }

    /**
     * Sorts the faults by time.
     *
     * @throws InvalidPlanException if two of them cannot be at once: two of one network or of one consumer's processes, or another
     *     one at the very moment at which the server is ended
     */
    public FaultSchedule {
        moments = moments.stream().sorted(Comparator.comparing(Moment::at)).toList();
        for (int i = 0; i < moments.size(); i++) {
            for (Moment before : moments.subList(0, i)) {
                if (conflict(before, moments.get(i))) {
                    throw Fault.wrong(
                            before + "' and '" + moments.get(i),
                            before.fault().excludes(moments.get(i).fault())
                                    ? "one after the end of the other: "
                                            + (before.fault().kind().isOfNetwork() ? "the network" : "a consumer")
                                            + " has one fault at a time"
                                    : "at different times: the server is ended then");
                }
            }
        }
    }

    /**
     * Creates a schedule with one fault; {@link #and} adds others.
     *
     * @param at time after the start of the measured part
     */
    public static FaultSchedule at(Duration at, Fault fault) {
        return NONE.and(at, fault);
    }

    /**
     * Creates a schedule with random faults only.
     *
     * @param seed any number; equal seeds give equal faults
     * @param every interval, at least 1 s
     */
    public static FaultSchedule random(long seed, Duration every) {
        return new FaultSchedule(List.of(), Optional.of(new Chance(seed, every)));
    }

    /**
     * Returns a copy with an additional fault.
     *
     * @param at time after the start of the measured part
     * @throws InvalidPlanException if the fault cannot be combined with another one at that time
     */
    public FaultSchedule and(Duration at, Fault fault) {
        return new FaultSchedule(
                Stream.concat(moments.stream(), Stream.of(new Moment(at, fault)))
                        .toList(),
                chance);
    }

    /**
     * Parses a schedule.
     *
     * @param text for example {@code fixedTime 10s: kill-dump; at 20s: cut 2s; random seed 42 every 5s}
     * @throws InvalidPlanException if the text is invalid
     */
    public static FaultSchedule parse(String text) {
        List<Moment> moments = new ArrayList<>();
        Optional<Chance> chance = Optional.empty();
        for (String part : text.split(";", -1)) {
            String item = part.strip();
            Matcher fixedTime = AT.matcher(item);
            Matcher random = RANDOM.matcher(item);
            if (fixedTime.matches()) {
                moments.add(new Moment(Fault.time(fixedTime.group(1)), Fault.parse(fixedTime.group(2))));
            } else if (random.matches()
                    && chance.isEmpty()
                    && SEED.matcher(random.group(1)).matches()) {
                chance = Optional.of(new Chance(Long.parseLong(random.group(1)), Fault.time(random.group(2))));
            } else if (random.matches()) {
                throw Fault.wrong(
                        item,
                        chance.isPresent()
                                ? "one 'random seed …' only"
                                : "given a seed of up to 18 digits, as in 'random seed 42 every 5s'");
            } else {
                throw new InvalidPlanException(
                        "inject",
                        item.isEmpty() ? "empty" : "'" + item + "'",
                        "faults such as 'at 10s: kill-dump; at 20s: cut 2s; random seed 42 every 5s'");
            }
        }
        return new FaultSchedule(moments, chance);
    }

    /** Returns true if the schedule contains no faults. */
    public boolean isEmpty() {
        return moments.isEmpty() && chance.isEmpty();
    }

    /**
     * Returns all faults with their times: the scheduled faults, and random faults that do not conflict with them. The
     * same schedule and the same arguments give the same list.
     *
     * @param measured length of the measured part; zero if unknown
     * @throws InvalidPlanException if a scheduled fault does not end within the measured part, or random faults are
     *     requested and no kind is possible
     */
    public List<Moment> expanded(Duration measured, Collection<FaultKind> possible) {
        for (Moment moment : moments) {
            if (!measured.isZero()
                    && (moment.at().compareTo(measured) >= 0 || moment.end().compareTo(measured) > 0)) {
                throw Fault.wrong(
                        moment, "over before the end of the measured part, which lasts " + Fault.seconds(measured));
            }
        }
        List<Moment> all = new ArrayList<>(moments);
        boolean endsEarlier = !measured.isZero() && measured.compareTo(FARTHEST) < 0;
        chance.ifPresent(random -> addRandomFaults(random, endsEarlier ? measured : FARTHEST, possible, all));
        all.sort(Comparator.comparing(Moment::at));
        return List.copyOf(all);
    }

    private static void addByChance(Chance chance, Duration until, Collection<FaultKind> possible, List<Moment> all) {
        List<FaultKind> kinds = Arrays.stream(FaultKind.values()) // in their own order
                .filter(kind -> possible.contains(kind) && !kind.needsConsumer() && kind != FaultKind.DELAY)
                .toList();
        if (kinds.isEmpty()) {
            throw Fault.wrong(chance, "left out: no fault is possible here");
        }
        List<Moment> scheduled = List.copyOf(all);
        SplittableRandom random = new SplittableRandom(chance.seed());
        Duration maxLength = chance.every().dividedBy(2);
        for (Duration at = chance.every(); at.compareTo(until) < 0; at = at.plus(chance.every())) {
            Moment moment = new Moment(at, randomFault(random, kinds, maxLength));
            boolean fits = moment.end().compareTo(until) <= 0;
            if (fits && scheduled.stream().noneMatch(other -> conflict(other, moment) || conflict(moment, other))) {
                all.add(moment);
            }
        }
    }

    /** Draws the same number of random values for each fault, so that a fault does not affect the following ones. */
    private static Fault randomFault(SplittableRandom random, List<FaultKind> kinds, Duration maxLength) {
        FaultKind kind = kinds.get(random.nextInt(kinds.size()));
        long millis = 100 + random.nextLong(Math.min(maxLength.toMillis(), 3_000) - 99);
        long limit = 10_000L << random.nextInt(8);
        Duration length = kind.isOfNetwork() ? Duration.ofMillis(millis) : Duration.ZERO;
        return new Fault(kind, "", length, kind == FaultKind.THROTTLE ? limit : 0, Duration.ZERO, false);
    }

    private static boolean collide(Moment first, Moment second) {
        if (first.fault().excludes(second.fault())) {
            return second.at().compareTo(first.end()) < 0 && first.at().compareTo(second.end()) < 0
                    || first.at().equals(second.at());
        }
        boolean ends = first.fault().endsServer() || second.fault().endsServer();
        return ends && first.at().equals(second.at());
    }

    /** Lists the faults in order, without random ones. */
    public List<Fault> faults() {
        return moments.stream().map(Moment::fault).toList();
    }

    /**
     * Returns the form that {@link #parse} accepts.
     *
     * @return the text; empty without faults
     */
    @Override
    public String toString() {
        return Stream.concat(moments.stream(), chance.stream())
                .map(Object::toString)
                .collect(Collectors.joining("; "));
    }
}
