// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.failure.InvalidPlanException;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One complete run: server, loads and stream.
 *
 * @param endpoint the server to write to, and the source of the stream unless the subscriber has its own endpoint
 * @param loads the loads, the main one first; empty if another program writes
 * @param ignoredErrors which SQL errors restart a transaction
 * @param window when the run measures
 * @param subscriber how the stream is followed
 * @param verification how the run checks that the stream is complete
 * @param replay whether the row images of the workload's tables are replayed
 * @param inject faults to inject
 */
@RecordBuilder
public record Plan(
        Endpoint endpoint,
        List<NamedLoad> loads,
        LoadSpec.IgnoredErrors ignoredErrors,
        Window window,
        SubscriberSpec subscriber,
        Verification verification,
        boolean replay,
        FaultSchedule inject) {

    /** Share of the requested size from which a transaction of the log is a large one: it may be compressed. */
    private static final int LARGE_SHARE = 4;

    /**
     * Checks that the parts fit.
     *
     * @throws InvalidPlanException if two loads have the same name or need different tables of the same names, one of them lies
     *     outside of the measured part, all are in the background, commits of another program are to be checked, there is not one
     *     stream to replay, or streams are to divide a log (see {@link SubscriberSpec.Sharing}) that are not 2 to 64 at places of
     *     their own, with loads whose rows are stamped unless nothing is verified, without {@code counts}, rows that are counted,
     *     and failover, or neither a stream nor a load
     */
    public Plan {
        loads = List.copyOf(loads);
        if (loads.isEmpty() && verification == Verification.EXACT) {
            throw new InvalidPlanException(
                    "verify", "exact", "auto, counts or off if other clients write, as their GTIDs are not known");
        }
        if (!subscriber.stream()) {
            checkWithoutStream(loads, verification, replay, inject);
        }
        if (replay) {
            checkReplay(loads, verification, streams(endpoint, subscriber).size());
        }
        if (subscriber.streamsShare() != Sharing.NOTHING) {
            checkSharing(loads, verification, streams(endpoint, subscriber), subscriber);
        }
        if (!loads.isEmpty() && loads.get(0).background()) {
            throw new InvalidPlanException("background", loads.get(0).name(), "left out where there is no workload");
        }
        for (int i = 0; i < loads.size(); i++) {
            for (NamedLoad before : loads.subList(0, i)) {
                checkBeside(loads.get(i), before);
            }
            checkInterval(loads.get(i), window);
        }
    }

    private static void checkBeside(NamedLoad load, NamedLoad other) {
        String property = load.background() ? "background" : "load";
        if (load.name().equals(other.name())) {
            throw new InvalidPlanException(
                    property, load.name(), "a workload other than the first one, or a load with another name");
        }
        if (load.needsOtherTablesThan(other)) {
            throw new InvalidPlanException(
                    property, load.name(), "one with the same tables as " + other.name() + ", which uses them too");
        }
    }

    private static void checkInterval(NamedLoad load, Window window) {
        Duration end = load.start().plus(load.length());
        boolean ends = !window.measure().isZero();
        if (!end.isZero()
                && (!ends || end.compareTo(window.measure()) > 0 || load.start().equals(window.measure()))) {
            throw new InvalidPlanException(
                    "load",
                    load.name(),
                    ends
                            ? "within the measured " + window.measure().toMillis() / 1e3 + " s"
                            : "without a start and a length where the measured part has no time limit");
        }
    }

    private static void checkWithoutStream(
            List<NamedLoad> loads, Verification verification, boolean replay, FaultSchedule inject) {
        if (loads.isEmpty()) {
            throw new InvalidPlanException("stream", "off", "on where nothing is written: nothing would be measured");
        }
        boolean compared = verification == Verification.EXACT || verification == Verification.COUNTS;
        SubscriberSpec.refuse("verify", compared ? SubscriberSpec.lower(verification) : "", "");
        SubscriberSpec.refuse("replay", replay ? "on" : "off", "off");
        SubscriberSpec.refuse("inject", inject, FaultSchedule.NONE);
    }

    private static void checkReplay(List<NamedLoad> loads, Verification verification, int streams) {
        if (loads.isEmpty()) {
            throw new InvalidPlanException("replay", "on", "off if other clients write");
        }
        if (verification == Verification.OFF) {
            throw new InvalidPlanException("replay", "on", "off where verify is off");
        }
        if (streams > 1) {
            throw new InvalidPlanException("replay", "on", "off with " + streams + " streams: it follows one");
        }
    }

    private static void checkSharing(
            List<NamedLoad> loads, Verification verification, List<StreamSpec> streams, SubscriberSpec how) {
        long places = streams.stream()
                .map(stream -> List.of(stream.endpoint(), stream.logName()))
                .distinct()
                .count();
        refuse(how, streams.size() < 2, "with one stream: give each stream that has a part of the log");
        refuse(
                how,
                streams.size() > Sharing.MAX_STREAMS,
                "with " + streams.size() + " streams: " + Sharing.MAX_STREAMS + " at most divide a log");
        refuse(how, places < streams.size(), "where two streams are the same one: each has a part of its own");
        refuse(
                how,
                !loads.isEmpty() && verification == Verification.COUNTS,
                "with verify counts: a transaction is in several streams; give auto, exact or off");
        refuse(how, !how.failover().isEmpty(), "with failover: a stream's part is at no other server");
        refuse(
                how,
                how.rowCounting() != SubscriberSpec.RowCounting.OFF,
                "where rows are counted: each row is looked for by its stamp");
        for (NamedLoad load : loads) {
            boolean untold =
                    verification != Verification.OFF && !load.workload().stamped();
            refuse(how, untold, "where rows of " + load.name() + " have no stamps: give it stamp on, or verify off");
        }
    }

    private static void refuse(SubscriberSpec how, boolean wrong, String where) {
        if (wrong) {
            throw new InvalidPlanException(
                    "streamsShare", SubscriberSpec.lower(how.streamsShare()), "left out " + where);
        }
    }

    /**
     * Creates a plan with default settings.
     *
     * @param loads the loads; empty if another program writes
     */
    public static Plan of(Endpoint endpoint, Window window, List<NamedLoad> loads) {
        return new Plan(
                endpoint,
                loads,
                LoadSpec.IgnoredErrors.DEFAULT,
                window,
                SubscriberSpec.DEFAULT,
                Verification.AUTO,
                false,
                FaultSchedule.NONE);
    }

    /** Replaces the loads. */
    public Plan loads(List<NamedLoad> others) {
        return PlanCopy.of(this).loads(others).build();
    }

    /** Changes which SQL errors restart a transaction. */
    public Plan ignoredErrors(LoadSpec.IgnoredErrors errors) {
        return PlanCopy.of(this).ignoredErrors(errors).build();
    }

    /** Changes when the run measures. */
    public Plan window(Window other) {
        return PlanCopy.of(this).window(other).build();
    }

    /** Changes how the stream is followed. */
    public Plan subscriber(SubscriberSpec how) {
        return PlanCopy.of(this).subscriber(how).build();
    }

    /** Changes how it is found out whether the stream carried everything. */
    public Plan verification(Verification how) {
        return PlanCopy.of(this).verification(how).build();
    }

    /** Changes whether row images are replayed. */
    public Plan replay(boolean on) {
        return PlanCopy.of(this).replay(on).build();
    }

    /** Replaces the injected faults. */
    public Plan inject(FaultSchedule schedule) {
        return PlanCopy.of(this).inject(schedule).build();
    }

    /** Returns true if the run writes itself. */
    public boolean writes() {
        return !loads.isEmpty();
    }

    /** Returns the main load, which names the run; empty if another program writes. */
    public Optional<NamedLoad> firstLoad() {
        return loads.stream().findFirst();
    }

    /** The size in bytes from which on a transaction of the log counts as large; 0 if no large ones are written. */
    public long largeFromBytes() {
        return loads.stream()
                .mapToLong(one -> one.workload().transactionBytes() / LARGE_SHARE)
                .filter(bytes -> bytes > 0)
                .findFirst()
                .orElse(0);
    }

    /**
     * Returns the loads that create and drop tables, in order. A load that shares the tables of an earlier load is not included.
     */
    public List<NamedLoad> tableOwners() {
        return loads.stream()
                .filter(one -> loads.subList(0, loads.indexOf(one)).stream().noneMatch(one::sharesTablesWith))
                .toList();
    }

    /**
     * The number of threads that may fill a load's tables: its workers, and the workers of all loads with the same workload. The
     * load is one of {@link #tableOwners()}.
     */
    public int threadsOn(NamedLoad owner) {
        return loads.stream()
                .filter(one -> one.workload().equals(owner.workload()))
                .mapToInt(one -> one.load().threads())
                .sum();
    }

    /** Returns the number of workers of the largest load; 0 if another program writes. */
    public int maxThreads() {
        return loads.stream().mapToInt(one -> one.load().threads()).max().orElse(0);
    }

    /** Returns the subscriber's own endpoint, or else the endpoint to write to; with several streams, the endpoint of the first. */
    public Endpoint cdcEndpoint() {
        return streams().stream().findFirst().map(StreamSpec::endpoint).orElse(endpoint);
    }

    /** Takes the passwords out, so that it can be shown and kept. To run it again, they must be given again. */
    public Plan withoutPasswords() {
        return PlanCopy.of(this)
                .endpoint(endpoint.withoutPassword())
                .subscriber(subscriber.withoutPasswords())
                .build();
    }

    /** The streams, in order; a single one has its address as its name. Empty if the subscriber has no stream. */
    public List<StreamSpec> streams() {
        return streams(endpoint, subscriber);
    }

    private static List<StreamSpec> streams(Endpoint written, SubscriberSpec how) {
        if (!how.streams().isEmpty() || !how.stream()) {
            return how.streams();
        }
        Endpoint at = how.endpoint().orElse(written);
        return List.of(new StreamSpec(at.address(), at, how.from()));
    }

    /** How a run finds out whether its stream lost, repeated or reordered anything (docs/measures.md). */
    public enum Verification {
        /** The strictest method that the endpoint and the driver allow. The verdict names it, with the reason. */
        AUTO,
        /** Not at all. */
        OFF,
        /** Counts: acknowledged transactions are compared with transactions in the stream. */
        COUNTS,
        /** By the GTID of each commit; a run that cannot is refused. */
        EXACT
    }
}
