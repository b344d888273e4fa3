// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Settings of the stream.
 *
 * @param endpoint the server of the stream; empty for the server that receives the load
 * @param failover other servers with the same transactions, at which a broken stream may continue by GTIDs; if empty,
 *     the run waits for the same server
 * @param from start position in the log
 * @param delaySource source of commit times; empty for the best source that the server supports
 * @param heartbeatInterval interval of heartbeats, if they are written; 1 ms to 1 h
 * @param resumeTimeout time limit for reconnecting a broken stream; 0 to 1 day; 0 to fail at the first break
 * @param rowCounting whether the rows in events are counted
 * @param verifyChecksums whether the CRC32 of each event is verified; costs CPU time per byte
 * @param payloads how compressed transactions are counted; see {@link #inflatesPayloads()}
 * @param reader the client that reads the stream
 * @param sideBySide delay sources that are measured together; empty for a single source. Sources that the server does
 *     not support are omitted.
 * @param streams the streams to follow, in place of {@code endpoint} and {@code from}; empty for one stream
 * @param streamsShare how the streams divide a log
 * @param stream whether there is a stream; false for a run with writes only, which requires default values for all
 *     other components
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

    /** A stream from the server that receives the load, starting at the current end of the log. */
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
     * @throws InvalidPlanException if an interval or a timeout is out of range, there are too many streams, two streams have the
     *     same name, a start is given in addition to streams, or a setting is given without a stream
     */
    public SubscriberSpec {
        Objects.requireNonNull(from, "from");
        Objects.requireNonNull(rowCounting, "rowCounting");
        Objects.requireNonNull(payloads, "payloads");
        Objects.requireNonNull(reader, "reader");
        Objects.requireNonNull(streamsShare, "streamsShare");
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
        for (StreamSpec spec : streams) {
            if (!names.add(spec.name())) {
                throw new InvalidPlanException(
                        "streamName", spec.name(), "given once: each stream needs a name of its own");
            }
        }
        if (!streams.isEmpty() && !from.equals(StartPosition.now())) {
            throw new InvalidPlanException("from", from, "left out with streams: each has its own start");
        }
        if (!stream) { // without a stream, these settings would have no effect
            refuse("cdcUrl", endpoint.map(Endpoint::address).orElse(""), "");
            refuse("failover", failover.stream().map(Endpoint::address).collect(Collectors.joining(",")), "");
            refuse("from", from, DEFAULT.from);
            refuse("delaySource", delaySource.map(Enum::name).orElse(""), "");
            refuse("delaySource", sideBySide.isEmpty() ? "" : "several", "");
            refuse("heartbeatInterval", heartbeatInterval, DEFAULT.heartbeatInterval);
            refuse("resumeTimeout", resumeTimeout, DEFAULT.resumeTimeout);
            refuse("rowCounting", lowerCaseName(rowCounting), "off");
            refuse("verifyChecksums", verifyChecksums ? "on" : "off", "off");
            refuse("payloads", lowerCaseName(payloads), "wire");
            refuse("reader", lowerCaseName(reader), "native");
            refuse("streams", streams.size(), 0);
            refuse("streamsShare", lowerCaseName(streamsShare), "nothing");
        }
    }

    /** Rejects a setting that differs from its default, because there is no stream. */
    static void refuse(String property, Object value, Object defaultValue) {
        if (!value.equals(defaultValue)) {
            throw new InvalidPlanException(property, value, "left out if stream is off");
        }
    }

    static String lowerCaseName(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Returns a copy with another server of the stream. */
    public SubscriberSpec at(Endpoint cdc) {
        return SubscriberSpecCopy.of(this).endpoint(Optional.of(cdc)).build();
    }

    /** Returns a copy with other servers at which a broken stream may continue, in the order in which they are tried. */
    public SubscriberSpec failover(List<Endpoint> servers) {
        return SubscriberSpecCopy.of(this).failover(servers).build();
    }

    /**
     * Returns a copy with or without a stream.
     *
     * @param on {@code false} for a run with writes only, for example if the server has no binlog
     * @throws InvalidPlanException if {@code on} is false and another setting differs from its default
     */
    public SubscriberSpec stream(boolean on) {
        return SubscriberSpecCopy.of(this).stream(on).build();
    }

    /** Returns a copy with another start position. */
    public SubscriberSpec from(StartPosition start) {
        return SubscriberSpecCopy.of(this).from(start).build();
    }

    /** Returns a copy with another source of commit times. */
    public SubscriberSpec delaySource(DelaySource source) {
        return SubscriberSpecCopy.of(this).delaySource(Optional.of(source)).build();
    }

    /** Returns a copy with another interval of heartbeats. */
    public SubscriberSpec heartbeatInterval(Duration interval) {
        return SubscriberSpecCopy.of(this).heartbeatInterval(interval).build();
    }

    /**
     * Returns a copy with another time limit for reconnecting a broken stream.
     *
     * @param timeout 0 to 1 day; 0 to fail at the first break
     */
    public SubscriberSpec resumeTimeout(Duration timeout) {
        return SubscriberSpecCopy.of(this).resumeTimeout(timeout).build();
    }

    /** Returns a copy with row counting switched on or off. */
    public SubscriberSpec rowCounting(RowCounting counting) {
        return SubscriberSpecCopy.of(this).rowCounting(counting).build();
    }

    /** Returns a copy with CRC32 verification switched on or off. */
    public SubscriberSpec verifyChecksums(boolean verify) {
        return SubscriberSpecCopy.of(this).verifyChecksums(verify).build();
    }

    /** Returns a copy that counts compressed transactions in another way. */
    public SubscriberSpec payloads(PayloadCounting counting) {
        return SubscriberSpecCopy.of(this).payloads(counting).build();
    }

    /** Returns a copy with another reader. */
    public SubscriberSpec reader(Reader newReader) {
        return SubscriberSpecCopy.of(this).reader(newReader).build();
    }

    /** Returns true if compressed transactions are inflated, because this is requested or rows are counted. */
    public boolean inflatesPayloads() {
        return payloads == PayloadCounting.INFLATE || rowCounting == RowCounting.EXACT;
    }

    /**
     * Returns a copy with several delay sources that are measured together. Without {@code delaySource}, the
     * summary's delay uses the best source that every server supports.
     */
    public SubscriberSpec sideBySide(Set<DelaySource> sources) {
        return SubscriberSpecCopy.of(this).sideBySide(sources).build();
    }

    /**
     * Returns a copy with several streams, which replace the single stream.
     *
     * @param newStreams the streams, each with its own name
     */
    public SubscriberSpec streams(List<StreamSpec> newStreams) {
        return SubscriberSpecCopy.of(this).streams(newStreams).build();
    }

    /**
     * Returns a copy with another division of the log among streams. If each stream contains a part of the log, the run checks
     * all streams together. {@link Plan} lists the requirements.
     */
    public SubscriberSpec streamsShare(Sharing shared) {
        return SubscriberSpecCopy.of(this).streamsShare(shared).build();
    }

    /** Returns a copy in which no endpoint has a password. */
    SubscriberSpec withoutPasswords() {
        return SubscriberSpecCopy.of(this)
                .endpoint(endpoint.map(Endpoint::withoutPassword))
                .failover(failover.stream().map(Endpoint::withoutPassword).toList())
                .streams(streams.stream()
                        .map(spec -> new StreamSpec(spec.name(), spec.endpoint().withoutPassword(), spec.from()))
                        .toList())
                .build();
    }

    /** How rows in events are counted. */
    public enum RowCounting {
        /** Rows are not counted, so their events need not be read for this. */
        OFF,
        /** Each row image is read; costs CPU time per byte of rows. */
        EXACT
    }

    /** How several streams divide a log. If they do, the rows of one transaction may arrive in several streams. */
    public enum Sharing {
        /** Each stream contains the complete log. */
        NOTHING,
        /** Each stream contains the rows with some of the keys, from all tables. */
        ROWS,
        /** Each stream contains the rows of some tables. */
        TABLES;

        /** Maximum number of streams that divide a log. */
        public static final int MAX_STREAMS = 64;
    }

    /** The client that reads the stream. Counts and verdict do not depend on it. */
    public enum Reader {
        /** The tester's reader. It reads only headers unless rows are needed, and needs the least CPU time. */
        NATIVE,
        /**
         * The client of {@code mysql-binlog-connector-java}, which deserializes all events. Delays, rates and CPU time are the
         * same as in an application that uses this client.
         */
        CONNECTOR
    }

    /** How compressed transactions of MySQL (TRANSACTION_PAYLOAD events) are counted. */
    public enum PayloadCounting {
        /** Counts the compressed event without inflating it. The inflated size is known, because the event contains it. */
        WIRE,
        /** Also inflates the event, and counts the events inside separately; costs CPU time per byte. */
        INFLATE
    }
}
