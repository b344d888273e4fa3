// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.config.fault.FaultSchedule;
import io.github.cdctester.failure.InvalidPlanException;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One complete run: server, loads and stream.
 *
 * @param endpoint the server that receives the load; also the source of the stream, unless the subscriber has a separate endpoint
 * @param loads the loads, the main one first; empty if another program writes
 * @param ignoredErrors the SQL errors after which a transaction is retried
 * @param window warm-up, measured part and drain
 * @param subscriber settings of the stream
 * @param verification how the run checks that the stream is complete
 * @param replay whether the row images in the stream are replayed and compared with the workload's tables
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

    /** A transaction in the log is large if it has at least 1/4 of the requested size, because it may be compressed. */
    private static final int LARGE_DIVISOR = 4;

    /**
     * Checks the combination of values. The following combinations are rejected:
     * <ul>
     * <li>neither a stream nor a load; or, without a stream: verification {@code exact} or {@code counts}, a replay, or faults
     * <li>two loads with the same name, or with different tables that have the same names
     * <li>a load outside the measured part, or limited in time if that part is not; a background load as the first load
     * <li>verification of another program's commits by GTID
     * <li>a replay without exactly one stream, or without a load or verification
     * <li>streams that divide a log, unless there are 2 to 64 different streams, and rows are stamped or verification is off
     * <li>streams that divide a log, combined with row counting, with failover, or with both a load and {@code counts}
     * </ul>
     *
     * @throws InvalidPlanException if a combination is rejected
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
            throw new InvalidPlanException("background", loads.get(0).name(), "left out without a workload");
        }
        for (int i = 0; i < loads.size(); i++) {
            for (NamedLoad earlierLoad : loads.subList(0, i)) {
                checkCompatible(loads.get(i), earlierLoad);
            }
            checkInterval(loads.get(i), window);
        }
    }

    private static void checkCompatible(NamedLoad load, NamedLoad other) {
        String property = load.background() ? "background" : "load";
        if (load.name().equals(other.name())) {
            throw new InvalidPlanException(
                    property, load.name(), "a workload other than the first one, or a load with another name");
        }
        if (load.needsOtherTablesThan(other)) {
            throw new InvalidPlanException(
                    property, load.name(), "a load with the same tables as " + other.name() + ", which shares them");
        }
    }

    private static void checkInterval(NamedLoad load, Window window) {
        Duration end = load.start().plus(load.length());
        boolean hasTimeLimit = !window.measure().isZero();
        if (!end.isZero()
                && (!hasTimeLimit
                        || end.compareTo(window.measure()) > 0
                        || load.start().equals(window.measure()))) {
            throw new InvalidPlanException(
                    "load",
                    load.name(),
                    hasTimeLimit
                            ? "within the measured " + window.measure().toMillis() / 1e3 + " s"
                            : "without a start and a length if the measured part has no time limit");
        }
    }

    private static void checkWithoutStream(
            List<NamedLoad> loads, Verification verification, boolean replay, FaultSchedule inject) {
        if (loads.isEmpty()) {
            throw new InvalidPlanException("stream", "off", "on if nothing is written: otherwise nothing is measured");
        }
        boolean requiresStream = verification == Verification.EXACT || verification == Verification.COUNTS;
        SubscriberSpec.refuse("verify", requiresStream ? SubscriberSpec.lowerCaseName(verification) : "", "");
        SubscriberSpec.refuse("replay", replay ? "on" : "off", "off");
        SubscriberSpec.refuse("inject", inject, FaultSchedule.NONE);
    }

    private static void checkReplay(List<NamedLoad> loads, Verification verification, int streams) {
        if (loads.isEmpty()) {
            throw new InvalidPlanException("replay", "on", "off if other clients write");
        }
        if (verification == Verification.OFF) {
            throw new InvalidPlanException("replay", "on", "off if verify is off");
        }
        if (streams > 1) {
            throw new InvalidPlanException("replay", "on", "off with " + streams + " streams: it follows one");
        }
    }

    private static void checkSharing(
            List<NamedLoad> loads, Verification verification, List<StreamSpec> streams, SubscriberSpec subscriber) {
        long distinctSources = streams.stream()
                .map(stream -> List.of(stream.endpoint(), stream.logName()))
                .distinct()
                .count();
        refuse(subscriber, streams.size() < 2, "with one stream: give each stream that has a part of the log");
        refuse(
                subscriber,
                streams.size() > Sharing.MAX_STREAMS,
                "with " + streams.size() + " streams: " + Sharing.MAX_STREAMS + " at most divide a log");
        refuse(subscriber, distinctSources < streams.size(), "with the same stream twice: each must have its own part");
        refuse(
                subscriber,
                !loads.isEmpty() && verification == Verification.COUNTS,
                "with verify counts: a transaction is in several streams; give auto, exact or off");
        refuse(subscriber, !subscriber.failover().isEmpty(), "with failover: no other server has a stream's part");
        refuse(
                subscriber,
                subscriber.rowCounting() != SubscriberSpec.RowCounting.OFF,
                "with rowCounting exact: rows are compared by their stamps");
        for (NamedLoad load : loads) {
            boolean lacksStamps =
                    verification != Verification.OFF && !load.workload().stamped();
            refuse(
                    subscriber,
                    lacksStamps,
                    "if rows of " + load.name() + " have no stamps: give it stamp on, or verify off");
        }
    }

    private static void refuse(SubscriberSpec subscriber, boolean condition, String reason) {
        if (condition) {
            throw new InvalidPlanException(
                    "streamsShare", SubscriberSpec.lowerCaseName(subscriber.streamsShare()), "left out " + reason);
        }
    }

    /**
     * Creates a plan with default settings for all other values.
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

    /** Returns a copy with other loads. */
    public Plan loads(List<NamedLoad> newLoads) {
        return PlanCopy.of(this).loads(newLoads).build();
    }

    /** Returns a copy with other SQL errors after which a transaction is retried. */
    public Plan ignoredErrors(LoadSpec.IgnoredErrors errors) {
        return PlanCopy.of(this).ignoredErrors(errors).build();
    }

    /** Returns a copy with another window. */
    public Plan window(Window newWindow) {
        return PlanCopy.of(this).window(newWindow).build();
    }

    /** Returns a copy with other settings of the stream. */
    public Plan subscriber(SubscriberSpec settings) {
        return PlanCopy.of(this).subscriber(settings).build();
    }

    /** Returns a copy with another verification of the stream. */
    public Plan verification(Verification method) {
        return PlanCopy.of(this).verification(method).build();
    }

    /** Returns a copy with the replay of row images switched on or off. */
    public Plan replay(boolean on) {
        return PlanCopy.of(this).replay(on).build();
    }

    /** Returns a copy with other injected faults. */
    public Plan inject(FaultSchedule schedule) {
        return PlanCopy.of(this).inject(schedule).build();
    }

    /** Returns true if the run has loads. */
    public boolean writes() {
        return !loads.isEmpty();
    }

    /** Returns the main load, which also gives the run its name; empty if another program writes. */
    public Optional<NamedLoad> firstLoad() {
        return loads.stream().findFirst();
    }

    /** Returns the size in bytes from which a transaction in the log counts as large; 0 if no load writes large ones. */
    public long minLargeTransactionBytes() {
        return loads.stream()
                .mapToLong(load -> load.workload().transactionBytes() / LARGE_DIVISOR)
                .filter(bytes -> bytes > 0)
                .findFirst()
                .orElse(0);
    }

    /**
     * Returns the loads that create and drop tables, in order. A load that shares the tables of an earlier load is not included.
     */
    public List<NamedLoad> tableOwners() {
        return loads.stream()
                .filter(load -> loads.subList(0, loads.indexOf(load)).stream().noneMatch(load::sharesTablesWith))
                .toList();
    }

    /**
     * Returns the number of threads that may fill a load's tables: the workers of all loads with the same workload.
     *
     * @param owner one of {@link #tableOwners()}
     */
    public int fillThreads(NamedLoad owner) {
        return loads.stream()
                .filter(load -> load.workload().equals(owner.workload()))
                .mapToInt(load -> load.load().threads())
                .sum();
    }

    /** Returns the number of workers of the largest load; 0 if another program writes. */
    public int maxThreads() {
        return loads.stream().mapToInt(load -> load.load().threads()).max().orElse(0);
    }

    /**
     * Returns the endpoint of the first listed stream. If no streams are listed, returns the subscriber's endpoint if there is
     * one, else the endpoint that receives the load.
     */
    public Endpoint cdcEndpoint() {
        return streams().stream().findFirst().map(StreamSpec::endpoint).orElse(endpoint);
    }

    /** Returns a copy without passwords, for display and storage. To run the plan again, the passwords must be set again. */
    public Plan withoutPasswords() {
        return PlanCopy.of(this)
                .endpoint(endpoint.withoutPassword())
                .subscriber(subscriber.withoutPasswords())
                .build();
    }

    /** Returns the streams, in order. If the subscriber lists none, its only stream (if any) is named after its address. */
    public List<StreamSpec> streams() {
        return streams(endpoint, subscriber);
    }

    private static List<StreamSpec> streams(Endpoint loadEndpoint, SubscriberSpec settings) {
        if (!settings.streams().isEmpty() || !settings.stream()) {
            return settings.streams();
        }
        Endpoint source = settings.endpoint().orElse(loadEndpoint);
        return List.of(new StreamSpec(source.address(), source, settings.from()));
    }

    /** Method to check whether the stream lost, repeated or reordered anything (docs/measures.md). */
    public enum Verification {
        /** The strictest method that the endpoint and the driver support. The verdict contains the method and the reason. */
        AUTO,
        /** No check. */
        OFF,
        /** Compares the number of acknowledged transactions with the number in the stream. */
        COUNTS,
        /** Compares the GTID of each commit. A run that does not support this comparison is rejected. */
        EXACT
    }
}
