// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config.fault;

import io.github.cdctester.config.fault.Fault.FaultKind;
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
 * @param moments faults with their times, ordered by time
 * @param chance additional random faults; empty for none
 */
public record FaultSchedule(List<Moment> moments, Optional<Chance> chance) {

    /** A schedule without faults. */
    public static final FaultSchedule NONE = new FaultSchedule(List.of(), Optional.empty());

    /** Random faults are scheduled until this time in the measured part, or until the end of a shorter measured part. */
    private static final Duration MAX_RANDOM_TIME = Duration.ofHours(24);

    private static final Pattern AT = Pattern.compile("at\\s+(\\S+?)\\s*:\\s*(.+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern RANDOM =
            Pattern.compile("random\\s+seed\\s+(\\S+)\\s+every\\s+(\\S+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern SEED = Pattern.compile("-?\\d{1,18}");

    /**
     * A fault at its time.
     *
     * @param at time after the start of the measured part
     */
    public record Moment(Duration at, Fault fault) {
        /**
         * Checks the time.
         *
         * @throws InvalidPlanException if the time is negative
         */
        public Moment {
            if (at.isNegative()) {
                throw new InvalidPlanException("inject", at, "at a time from 0s");
            }
        }

        Duration end() {
            return at.plus(fault.length());
        }

        /** Returns the form that {@link FaultSchedule#parse} accepts. */
        @Override
        public String toString() {
            return "at " + Fault.seconds(at) + ": " + fault;
        }
    }

    /**
     * Random faults, at most one at each multiple of an interval. Equal seeds, intervals and possible kinds give equal faults.
     *
     * @param seed any number
     * @param every interval between two faults, at least 1 s
     */
    public record Chance(long seed, Duration every) {
        /**
         * Checks the time.
         *
         * @throws InvalidPlanException if the interval is below 1 s
         */
        public Chance {
            if (every.compareTo(Duration.ofSeconds(1)) < 0) {
                throw Fault.invalid("every " + Fault.seconds(every), "every 1s or less often");
            }
        }

        /** Returns the form that {@link FaultSchedule#parse} accepts. */
        @Override
        public String toString() {
            return "random seed " + seed + " every " + Fault.seconds(every);
        }
    }

    /**
     * Sorts the faults by time.
     *
     * @throws InvalidPlanException if two faults that {@linkplain Fault#excludes exclude} each other overlap, or a fault has the
     *     same time as a fault that ends the server
     */
    public FaultSchedule {
        moments = moments.stream().sorted(Comparator.comparing(Moment::at)).toList();
        for (int i = 0; i < moments.size(); i++) {
            for (Moment earlier : moments.subList(0, i)) {
                if (collide(earlier, moments.get(i))) {
                    throw Fault.invalid(
                            earlier + "' and '" + moments.get(i),
                            earlier.fault().excludes(moments.get(i).fault())
                                    ? "one after the end of the other: "
                                            + (earlier.fault().kind().isNetworkFault() ? "the network" : "a consumer")
                                            + " has one fault at a time"
                                    : "at different times: the server is ended then");
                }
            }
        }
    }

    /** Returns a copy in which each fault of {@link Fault#ALL_CONSUMERS} is replaced by one fault per consumer. */
    public FaultSchedule onEach(List<String> consumers) {
        return new FaultSchedule(
                moments.stream()
                        .flatMap(moment ->
                                moment.fault().onEach(consumers).stream().map(fault -> new Moment(moment.at(), fault)))
                        .toList(),
                chance);
    }

    /**
     * Creates a schedule with one fault; {@link #and} adds further faults.
     *
     * @param at time after the start of the measured part
     */
    public static FaultSchedule at(Duration at, Fault fault) {
        return NONE.and(at, fault);
    }

    /**
     * Creates a schedule with random faults only.
     *
     * @param seed any number; see {@link Chance}
     * @param every interval between two faults, at least 1 s
     */
    public static FaultSchedule random(long seed, Duration every) {
        return new FaultSchedule(List.of(), Optional.of(new Chance(seed, every)));
    }

    /**
     * Adds a fault.
     *
     * @param at time after the start of the measured part
     * @throws InvalidPlanException if the time is negative, or the resulting schedule is invalid
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
     * @param text such as {@code at 10s: kill-dump; at 20s: cut 2s; random seed 42 every 5s}
     * @throws InvalidPlanException if the text is not a valid schedule
     */
    public static FaultSchedule parse(String text) {
        List<Moment> moments = new ArrayList<>();
        Optional<Chance> chance = Optional.empty();
        for (String part : text.split(";", -1)) {
            String item = part.strip();
            Matcher at = AT.matcher(item);
            Matcher random = RANDOM.matcher(item);
            if (at.matches()) {
                moments.add(new Moment(Fault.time(at.group(1)), Fault.parse(at.group(2))));
            } else if (random.matches()
                    && chance.isEmpty()
                    && SEED.matcher(random.group(1)).matches()) {
                chance = Optional.of(new Chance(Long.parseLong(random.group(1)), Fault.time(random.group(2))));
            } else if (random.matches()) {
                throw Fault.invalid(
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

    /** Returns true if the schedule has no faults. */
    public boolean isEmpty() {
        return moments.isEmpty() && chance.isEmpty();
    }

    /**
     * Returns all faults with their times: the scheduled faults, and the random faults that do not collide with scheduled faults.
     * The same schedule and the same arguments give the same list.
     *
     * @param measured length of the measured part; zero if unknown
     * @throws InvalidPlanException if a scheduled fault does not end within the measured part, or if random faults are
     *     requested and no kind of fault is possible
     */
    public List<Moment> expanded(Duration measured, Collection<FaultKind> possible) {
        for (Moment moment : moments) {
            if (!measured.isZero()
                    && (moment.at().compareTo(measured) >= 0 || moment.end().compareTo(measured) > 0)) {
                throw Fault.invalid(
                        moment, "finished before the end of the measured part, which lasts " + Fault.seconds(measured));
            }
        }
        List<Moment> allMoments = new ArrayList<>(moments);
        boolean isKnownAndShort = !measured.isZero() && measured.compareTo(MAX_RANDOM_TIME) < 0;
        chance.ifPresent(randomFaults ->
                addRandomFaults(randomFaults, isKnownAndShort ? measured : MAX_RANDOM_TIME, possible, allMoments));
        allMoments.sort(Comparator.comparing(Moment::at));
        return List.copyOf(allMoments);
    }

    private static void addRandomFaults(
            Chance chance, Duration until, Collection<FaultKind> possible, List<Moment> allMoments) {
        List<FaultKind> kinds = Arrays.stream(FaultKind.values()) // in the order of the constants
                .filter(kind -> possible.contains(kind) && !kind.needsConsumer() && kind != FaultKind.DELAY)
                .toList();
        if (kinds.isEmpty()) {
            throw Fault.invalid(chance, "left out: no fault is possible here");
        }
        List<Moment> scheduled = List.copyOf(allMoments);
        SplittableRandom random = new SplittableRandom(chance.seed());
        Duration maxLength = chance.every().dividedBy(2);
        for (Duration at = chance.every(); at.compareTo(until) < 0; at = at.plus(chance.every())) {
            Moment moment = new Moment(at, randomFault(random, kinds, maxLength));
            boolean endsInTime = moment.end().compareTo(until) <= 0;
            if (endsInTime && scheduled.stream().noneMatch(other -> collide(other, moment) || collide(moment, other))) {
                allMoments.add(moment);
            }
        }
    }

    /** Draws the same number of random values for each fault, so that one fault does not change the following faults. */
    private static Fault randomFault(SplittableRandom random, List<FaultKind> kinds, Duration maxLength) {
        FaultKind kind = kinds.get(random.nextInt(kinds.size()));
        long millis = 100 + random.nextLong(Math.min(maxLength.toMillis(), 3_000) - 99);
        long limit = 10_000L << random.nextInt(8);
        Duration length = kind.isNetworkFault() ? Duration.ofMillis(millis) : Duration.ZERO;
        return new Fault(kind, "", length, kind == FaultKind.THROTTLE ? limit : 0, Duration.ZERO, false);
    }

    private static boolean collide(Moment first, Moment second) {
        if (first.fault().excludes(second.fault())) {
            return second.at().compareTo(first.end()) < 0 && first.at().compareTo(second.end()) < 0
                    || first.at().equals(second.at());
        }
        boolean serverEnds = first.fault().endsServer() || second.fault().endsServer();
        return serverEnds && first.at().equals(second.at());
    }

    /** Returns the scheduled faults in order, without random faults. */
    public List<Fault> faults() {
        return moments.stream().map(Moment::fault).toList();
    }

    /**
     * Returns the form that {@link #parse} accepts.
     *
     * @return the text; empty if the schedule has no faults
     */
    @Override
    public String toString() {
        return Stream.concat(moments.stream(), chance.stream())
                .map(Object::toString)
                .collect(Collectors.joining("; "));
    }
}
