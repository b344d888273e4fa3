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
 * Faults and their times, counted from the start of the measured part.
 *
 * @param moments faults at their times, in this order
 * @param chance additional random faults; empty for none
 */
public record FaultSchedule(List<Moment> moments, Optional<Chance> chance) {

    /** Breaks nothing. */
    public static final FaultSchedule NONE = new FaultSchedule(List.of(), Optional.empty());

    /** Time span for which random faults are planned. */
    private static final Duration FARTHEST = Duration.ofHours(24);

    private static final Pattern AT = Pattern.compile("at\\s+(\\S+?)\\s*:\\s*(.+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern RANDOM =
            Pattern.compile("random\\s+seed\\s+(\\S+)\\s+every\\s+(\\S+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern SEED = Pattern.compile("-?\\d{1,18}");

    /**
     * A fault at its time.
     *
     * @param at how long after the beginning of the measured part
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

        /** Writes it in the form of a schedule. */
        @Override
        public String toString() {
            return "at " + Fault.seconds(at) + ": " + fault;
        }
    }

    /**
     * Faults by chance, one at each multiple of a time: equal seeds give equal faults.
     *
     * @param seed any number
     * @param every the time between them, from 1 s
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

        /** Writes it in the form of a schedule. */
        @Override
        public String toString() {
            return "random seed " + seed + " every " + Fault.seconds(every);
        }
    }

    /**
     * Puts the faults in order.
     *
     * @throws InvalidPlanException if two of them cannot be at once: two of one network or of one consumer's processes, or another
     *     one at the very moment at which the server is ended
     */
    public FaultSchedule {
        moments = moments.stream().sorted(Comparator.comparing(Moment::at)).toList();
        for (int i = 0; i < moments.size(); i++) {
            for (Moment before : moments.subList(0, i)) {
                if (collide(before, moments.get(i))) {
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

    /** Returns the same schedule with one fault per consumer in place of each fault of all consumers. */
    public FaultSchedule onEach(List<String> consumers) {
        return new FaultSchedule(
                moments.stream()
                        .flatMap(moment ->
                                moment.fault().onEach(consumers).stream().map(fault -> new Moment(moment.at(), fault)))
                        .toList(),
                chance);
    }

    /**
     * Begins a schedule with one fault; {@link #and} adds others.
     *
     * @param at how long after the beginning of the measured part
     */
    public static FaultSchedule at(Duration at, Fault fault) {
        return NONE.and(at, fault);
    }

    /**
     * Faults by chance only.
     *
     * @param seed any number; equal seeds give equal faults
     * @param every the time between them, from 1 s
     */
    public static FaultSchedule random(long seed, Duration every) {
        return new FaultSchedule(List.of(), Optional.of(new Chance(seed, every)));
    }

    /**
     * Adds a fault.
     *
     * @param at how long after the beginning of the measured part
     * @throws InvalidPlanException if it cannot be at once with another one
     */
    public FaultSchedule and(Duration at, Fault fault) {
        return new FaultSchedule(
                Stream.concat(moments.stream(), Stream.of(new Moment(at, fault)))
                        .toList(),
                chance);
    }

    /**
     * Reads a schedule.
     *
     * @param text such as {@code at 10s: kill-dump; at 20s: cut 2s; random seed 42 every 5s}
     * @throws InvalidPlanException if something in it is wrong
     */
    public static FaultSchedule parse(String text) {
        List<Moment> moments = new ArrayList<>();
        Optional<Chance> chance = Optional.empty();
        for (String one : text.split(";", -1)) {
            String item = one.strip();
            Matcher at = AT.matcher(item);
            Matcher random = RANDOM.matcher(item);
            if (at.matches()) {
                moments.add(new Moment(Fault.time(at.group(1)), Fault.parse(at.group(2))));
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

    /** Returns true if nothing is broken. */
    public boolean isEmpty() {
        return moments.isEmpty() && chance.isEmpty();
    }

    /**
     * Lists all faults with their times: the scheduled ones, and random ones that do not overlap them. The same schedule and the
     * same arguments give the same list.
     *
     * @param measured how long the measured part lasts; zero if it is unknown
     * @throws InvalidPlanException if a fault is given that does not end within the measured part, or no kind of fault is possible
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
        boolean near = !measured.isZero() && measured.compareTo(FARTHEST) < 0;
        chance.ifPresent(some -> addByChance(some, near ? measured : FARTHEST, possible, all));
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
        List<Moment> given = List.copyOf(all);
        SplittableRandom random = new SplittableRandom(chance.seed());
        Duration longest = chance.every().dividedBy(2);
        for (Duration at = chance.every(); at.compareTo(until) < 0; at = at.plus(chance.every())) {
            Moment moment = new Moment(at, byChance(random, kinds, longest));
            boolean fits = moment.end().compareTo(until) <= 0;
            if (fits && given.stream().noneMatch(other -> collide(other, moment) || collide(moment, other))) {
                all.add(moment);
            }
        }
    }

    /** Draws equally many numbers for each fault, so that one fault does not change the following ones. */
    private static Fault byChance(SplittableRandom random, List<FaultKind> kinds, Duration longest) {
        FaultKind kind = kinds.get(random.nextInt(kinds.size()));
        long millis = 100 + random.nextLong(Math.min(longest.toMillis(), 3_000) - 99);
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
     * Writes it as {@link #parse} reads it.
     *
     * @return the text; empty if nothing is broken
     */
    @Override
    public String toString() {
        return Stream.concat(moments.stream(), chance.stream())
                .map(Object::toString)
                .collect(Collectors.joining("; "));
    }
}
