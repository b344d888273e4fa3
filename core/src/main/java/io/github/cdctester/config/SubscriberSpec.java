// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Settings of the change stream.
 *
 * @param endpoint the server to subscribe to, if it is not the server to write to
 * @param failover further servers with the same transactions, at which a broken stream may resume after the GTIDs that were read;
 *     empty to wait for the same server
 * @param from start position in the log
 * @param delaySource source of commit times; empty for the best that the server offers
 * @param heartbeatInterval the pace of heartbeat rows, if they are written; 1 ms to 1 h
 * @param resumeTimeout how long the run tries to reconnect a broken stream; 0 to 1 day, 0 to end with the first break
 * @param rowCounting whether the rows inside of events are counted
 * @param verifyChecksums whether the CRC32 of every event is computed and compared; costs CPU time for each byte
 * @param payloads how compressed transactions are counted; see {@link #inflatesPayloads()}
 * @param reader the client that reads the stream
 * @param sideBySide delay sources to measure at the same time; empty to measure one. Sources that the server does not offer are
 *     left out
 * @param streams the streams to follow, in place of {@code endpoint} and {@code from}; empty for one stream
 * @param streamsShare how the streams divide a log
 * @param stream whether there is a stream; false for a run of the write side only, and then nothing else is set here
 */
@RecordBuilder
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
        Reader reader,
        Set<DelaySource> sideBySide,
        List<StreamSpec> streams,
        Sharing streamsShare,
        boolean stream) {

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
            Reader.NATIVE,
            Set.of(),
            List.of(),
            Sharing.NOTHING,
            true);

    /**
     * Checks the values.
     *
     * @throws InvalidPlanException if an interval or a timeout is out of range, two streams have the same name, or
     *     something is set of a stream that there is not
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
        if (streams.size() > StreamSpec.MAX) {
            throw new InvalidPlanException("streams", streams.size(), "at most " + StreamSpec.MAX);
        }
        Set<String> names = new HashSet<>();
        for (StreamSpec each : streams) {
            if (!names.add(each.name())) {
                throw new InvalidPlanException(
                        "streamName", each.name(), "given once: each stream needs a name of its own");
            }
        }
        if (!stream) { // without a stream, the option would have no effect
            refuse("cdcUrl", endpoint.map(Endpoint::address).orElse(""), "");
            refuse("failover", failover.stream().map(Endpoint::address).collect(Collectors.joining(",")), "");
            refuse("from", from, DEFAULT.from);
            refuse("delaySource", delaySource.map(Enum::name).orElse(""), "");
            refuse("delaySource", sideBySide.isEmpty() ? "" : "several", "");
            refuse("heartbeatInterval", heartbeatInterval, DEFAULT.heartbeatInterval);
            refuse("resumeTimeout", resumeTimeout, DEFAULT.resumeTimeout);
            refuse("rowCounting", lower(rowCounting), "off");
            refuse("verifyChecksums", verifyChecksums ? "on" : "off", "off");
            refuse("payloads", lower(payloads), "wire");
            refuse("reader", lower(reader), "native");
            refuse("streams", streams.size(), 0);
            refuse("streamsShare", lower(streamsShare), "nothing");
        }
    }

    /** Rejects a stream setting that differs from its default if there is no stream. */
    static void refuse(String property, Object given, Object unlessGiven) {
        if (!given.equals(unlessGiven)) {
            throw new InvalidPlanException(property, given, "left out where stream is off");
        }
    }

    static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Changes where the stream is subscribed to. */
    public SubscriberSpec at(Endpoint cdc) {
        return SubscriberSpecCopy.of(this).endpoint(Optional.of(cdc)).build();
    }

    /** Changes the servers at which a stream that breaks may continue, in the order in which they are tried. */
    public SubscriberSpec failover(List<Endpoint> servers) {
        return SubscriberSpecCopy.of(this).failover(servers).build();
    }

    /**
     * Changes whether there is a stream at all.
     *
     * @param on {@code false} for the write side alone, for example if the server writes no binlog
     * @throws InvalidPlanException if there is to be none, and something else was set
     */
    public SubscriberSpec stream(boolean on) {
        return SubscriberSpecCopy.of(this).stream(on).build();
    }

    /** Changes where in the log to start. */
    public SubscriberSpec from(StartPosition start) {
        return SubscriberSpecCopy.of(this).from(start).build();
    }

    /** Changes where commit times come from. */
    public SubscriberSpec delaySource(DelaySource source) {
        return SubscriberSpecCopy.of(this).delaySource(Optional.of(source)).build();
    }

    /** Changes the time between two heartbeat rows. */
    public SubscriberSpec heartbeatInterval(Duration interval) {
        return SubscriberSpecCopy.of(this).heartbeatInterval(interval).build();
    }

    /**
     * Changes how long the run tries to reconnect a broken stream.
     *
     * @param longest 0 to 1 day; 0 to end with the first break */
    public SubscriberSpec resumeTimeout(Duration longest) {
        return SubscriberSpecCopy.of(this).resumeTimeout(longest).build();
    }

    /** Changes whether the rows inside of events are counted. */
    public SubscriberSpec rowCounting(RowCounting counting) {
        return SubscriberSpecCopy.of(this).rowCounting(counting).build();
    }

    /** Changes whether the CRC32 of every event is computed and compared. */
    public SubscriberSpec verifyChecksums(boolean verify) {
        return SubscriberSpecCopy.of(this).verifyChecksums(verify).build();
    }

    /** Changes whether compressed transactions are inflated. */
    public SubscriberSpec payloads(PayloadCounting counting) {
        return SubscriberSpecCopy.of(this).payloads(counting).build();
    }

    /** Changes whose code reads the stream. */
    public SubscriberSpec reader(Reader who) {
        return SubscriberSpecCopy.of(this).reader(who).build();
    }

    /** Returns true if compressed transactions are inflated: on request, and if rows are counted. */
    public boolean inflatesPayloads() {
        return payloads == PayloadCounting.INFLATE || rowCounting == RowCounting.EXACT;
    }

    /** Measures delays by several sources at once. The best that every server offers makes the main delay. */
    public SubscriberSpec sideBySide(Set<DelaySource> sources) {
        return SubscriberSpecCopy.of(this).sideBySide(sources).build();
    }

    /**
     * Follows several streams, in place of the one at the endpoint.
     *
     * @param several the streams, each with its own name
     */
    public SubscriberSpec streams(List<StreamSpec> several) {
        return SubscriberSpecCopy.of(this).streams(several).build();
    }

    /**
     * Changes what the streams divide among each other: if each carries a part, the run checks all of them together. {@link Plan}
     * lists the requirements.
     */
    public SubscriberSpec streamsShare(Sharing shared) {
        return SubscriberSpecCopy.of(this).streamsShare(shared).build();
    }

    /** Without the passwords of all its endpoints. */
    SubscriberSpec withoutPasswords() {
        return SubscriberSpecCopy.of(this)
                .endpoint(endpoint.map(Endpoint::withoutPassword))
                .failover(failover.stream().map(Endpoint::withoutPassword).toList())
                .streams(streams.stream()
                        .map(one -> new StreamSpec(one.name(), one.endpoint().withoutPassword(), one.from()))
                        .toList())
                .build();
    }

    /** How rows inside of events are counted. */
    public enum RowCounting {
        /** Rows are not counted: only headers are looked at. */
        OFF,
        /** Every row image is walked over; costs CPU time for each byte of rows. */
        EXACT
    }

    /** How several streams divide a log, so that a transaction's rows may be spread over several of them. */
    public enum Sharing {
        /** Each carries the whole log. */
        NOTHING,
        /** Each carries the rows of some keys, of any table. */
        ROWS,
        /** Each carries the rows of some tables. */
        TABLES;

        /** Maximum number of streams that divide a log. */
        public static final int MAX_STREAMS = 64;
    }

    /** The client that reads the stream. Counts and verdict do not depend on it. */
    public enum Reader {
        /** The tester's, which looks at headers: the least CPU time. */
        NATIVE,
        /**
         * The stock connector's client ({@code mysql-binlog-connector-java}), which makes objects of all events: delays, rates and
         * CPU time are the same as in an application that uses it.
         */
        CONNECTOR
    }

    /** How compressed transactions of MySQL (TRANSACTION_PAYLOAD events) are counted. */
    public enum PayloadCounting {
        /** One event, without inflating it. Its header contains the inflated size. */
        WIRE,
        /** They are inflated as well, and the events in them are counted apart; costs CPU time for each byte of them. */
        INFLATE
    }
}
