// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How the change stream is followed.
 *
 * @param endpoint where it is subscribed to, if that is not where the writes go
 * @param failover further servers with the same transactions, where a stream that breaks may go on behind the GTIDs that
 *     were read; empty to wait for the same server
 * @param from where in the log to start
 * @param delaySource where commit times come from; empty to take the best that the server offers
 * @param heartbeatInterval the pace of heartbeat rows, where they are written; 1 ms to 1 h
 * @param resumeTimeout how long a stream that broke is tried to be connected again; 0 to 1 day, 0 for a run that ends with
 *     the first break
 * @param rowCounting whether the rows inside of events are counted
 * @param verifyChecksums whether the CRC32 of every event is computed and compared; costs CPU time for each byte
 * @param payloads how compressed transactions are counted; see {@link #inflatesPayloads()}
 * @param sideBySide delay sources that are measured beside each other; empty to measure one only. Those that a server
 *     does not offer are left out
 * @param streams the streams to follow, in place of {@code endpoint} and {@code from}; empty for one stream
 */
public record SubscriberSpec(
        Optional<Endpoint> endpoint,
        List<Endpoint> failover,
        StartPosition from,
        Optional<DelaySource> delaySource,
        Duration heartbeatInterval,
        Duration resumeTimeout,
        RowCounting rowCounting,
        boolean verifyChecksums,
        PayloadCounting payloads,
        Set<DelaySource> sideBySide,
        List<StreamSpec> streams) {

    /** Follows the write endpoint from its present end. */
    public static final SubscriberSpec DEFAULT = new SubscriberSpec(
            Optional.empty(),
            List.of(),
            StartPosition.now(),
            Optional.empty(),
            Defaults.HEARTBEAT_INTERVAL,
            Defaults.RESUME_TIMEOUT,
            RowCounting.OFF,
            false,
            PayloadCounting.WIRE,
            Set.of(),
            List.of());

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if an interval or a timeout is out of range, or two streams have the same name
     */
    public SubscriberSpec {
        failover = List.copyOf(failover);
        if (heartbeatInterval.compareTo(Duration.ofMillis(1)) < 0
                || heartbeatInterval.compareTo(Duration.ofHours(1)) > 0) {
            throw new InvalidPlanException("heartbeatInterval", heartbeatInterval, "a duration from 1 ms to 1 h");
        }
        if (resumeTimeout.isNegative() || resumeTimeout.compareTo(Duration.ofDays(1)) > 0) {
            throw new InvalidPlanException("resumeTimeout", resumeTimeout, "a duration from 0 to 1 day");
        }
        sideBySide = Set.copyOf(sideBySide);
        streams = List.copyOf(streams);
        if (streams.size() > StreamSpec.MOST) {
            throw new InvalidPlanException("streams", streams.size(), "at most " + StreamSpec.MOST);
        }
        Set<String> names = new HashSet<>();
        for (StreamSpec stream : streams) {
            if (!names.add(stream.name())) {
                throw new InvalidPlanException(
                        "stream", stream.name(), "given once: each stream needs a name of its own");
            }
        }
    }

    /**
     * Changes the endpoint.
     *
     * @param cdc where the stream is subscribed to
     * @return the changed subscriber
     */
    public SubscriberSpec at(Endpoint cdc) {
        Draft draft = new Draft(this);
        draft.endpoint = Optional.of(cdc);
        return draft.spec();
    }

    /**
     * Changes where a stream that breaks may go on.
     *
     * @param servers servers with the same transactions, such as replicas of the first; they are tried in this order
     * @return the changed subscriber
     */
    public SubscriberSpec failover(List<Endpoint> servers) {
        Draft draft = new Draft(this);
        draft.failover = servers;
        return draft.spec();
    }

    /**
     * Changes the start.
     *
     * @param start where in the log to start
     * @return the changed subscriber
     */
    public SubscriberSpec from(StartPosition start) {
        Draft draft = new Draft(this);
        draft.from = start;
        return draft.spec();
    }

    /**
     * Changes the source of commit times.
     *
     * @param source where commit times come from
     * @return the changed subscriber
     */
    public SubscriberSpec delaySource(DelaySource source) {
        Draft draft = new Draft(this);
        draft.delaySource = Optional.of(source);
        return draft.spec();
    }

    /**
     * Changes the pace of heartbeats.
     *
     * @param interval the time between two heartbeat rows
     * @return the changed subscriber
     */
    public SubscriberSpec heartbeatInterval(Duration interval) {
        Draft draft = new Draft(this);
        draft.heartbeatInterval = interval;
        return draft.spec();
    }

    /**
     * Changes how long a stream that broke is tried to be connected again.
     *
     * @param longest 0 to 1 day; 0 for a run that ends with the first break
     * @return the changed subscriber
     */
    public SubscriberSpec resumeTimeout(Duration longest) {
        Draft draft = new Draft(this);
        draft.resumeTimeout = longest;
        return draft.spec();
    }

    /**
     * Changes the counting of rows.
     *
     * @param counting whether the rows inside of events are counted
     * @return the changed subscriber
     */
    public SubscriberSpec rowCounting(RowCounting counting) {
        Draft draft = new Draft(this);
        draft.rowCounting = counting;
        return draft.spec();
    }

    /**
     * Changes the checking of checksums.
     *
     * @param verify whether the CRC32 of every event is computed and compared
     * @return the changed subscriber
     */
    public SubscriberSpec verifyChecksums(boolean verify) {
        Draft draft = new Draft(this);
        draft.verifyChecksums = verify;
        return draft.spec();
    }

    /**
     * Changes the counting of compressed transactions.
     *
     * @param counting whether they are inflated
     * @return the changed subscriber
     */
    public SubscriberSpec payloads(PayloadCounting counting) {
        Draft draft = new Draft(this);
        draft.payloads = counting;
        return draft.spec();
    }

    /**
     * Whether compressed transactions are inflated: when asked for, and where rows are counted.
     *
     * @return whether they are
     */
    public boolean inflatesPayloads() {
        return payloads == PayloadCounting.INFLATE || rowCounting == RowCounting.EXACT;
    }

    /**
     * Measures delays by several sources at once. The best that every server offers makes the main delay.
     *
     * @param sources two or more
     * @return the changed subscriber
     */
    public SubscriberSpec sideBySide(Set<DelaySource> sources) {
        Draft draft = new Draft(this);
        draft.sideBySide = sources;
        return draft.spec();
    }

    /**
     * Follows several streams, in place of the one at the endpoint.
     *
     * @param several the streams, each with a name of its own
     * @return the changed subscriber
     */
    public SubscriberSpec streams(List<StreamSpec> several) {
        Draft draft = new Draft(this);
        draft.streams = several;
        return draft.spec();
    }

    /** Without the passwords of all its endpoints. */
    SubscriberSpec withoutPasswords() {
        Draft draft = new Draft(this);
        draft.endpoint = endpoint.map(Endpoint::withoutPassword);
        draft.failover = failover.stream().map(Endpoint::withoutPassword).toList();
        draft.streams = streams.stream()
                .map(stream -> new StreamSpec(stream.name(), stream.endpoint().withoutPassword(), stream.from()))
                .toList();
        return draft.spec();
    }

    /** A copy to change one value of. */
    private static final class Draft {
        private Optional<Endpoint> endpoint;
        private List<Endpoint> failover;
        private StartPosition from;
        private Optional<DelaySource> delaySource;
        private Duration heartbeatInterval;
        private Duration resumeTimeout;
        private RowCounting rowCounting;
        private boolean verifyChecksums;
        private PayloadCounting payloads;
        private Set<DelaySource> sideBySide;
        private List<StreamSpec> streams;

        private Draft(SubscriberSpec spec) {
            endpoint = spec.endpoint;
            failover = spec.failover;
            from = spec.from;
            delaySource = spec.delaySource;
            heartbeatInterval = spec.heartbeatInterval;
            resumeTimeout = spec.resumeTimeout;
            rowCounting = spec.rowCounting;
            verifyChecksums = spec.verifyChecksums;
            payloads = spec.payloads;
            sideBySide = spec.sideBySide;
            streams = spec.streams;
        }

        private SubscriberSpec spec() {
            return new SubscriberSpec(
                    endpoint,
                    failover,
                    from,
                    delaySource,
                    heartbeatInterval,
                    resumeTimeout,
                    rowCounting,
                    verifyChecksums,
                    payloads,
                    sideBySide,
                    streams);
        }
    }

    /** Whether the rows inside of events are counted. */
    public enum RowCounting {
        /** Rows are not counted: only headers are looked at. */
        OFF,
        /** Every row image is walked over; costs CPU time for each byte of rows. */
        EXACT
    }

    /** How compressed transactions of MySQL (TRANSACTION_PAYLOAD events) are counted. */
    public enum PayloadCounting {
        /** As they are on the wire: one event. What it would inflate to is known from its head. */
        WIRE,
        /** They are inflated as well, and the events in them are counted apart; costs CPU time for each byte of them. */
        INFLATE
    }
}
