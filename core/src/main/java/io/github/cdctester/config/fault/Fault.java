// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config.fault;

import io.github.cdctester.failure.InvalidPlanException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A fault to inject into the run's streams or their server, or into a consumer that the run starts.
 *
 * @param kind kind of fault
 * @param consumer name of the consumer; {@value #ALL_CONSUMERS} for each consumer that the run starts; empty for the run's
 *     streams and server
 * @param length duration of the fault; zero for an instantaneous fault, and for a consumer that stays stopped, killed or paused
 * @param bytesPerSecond the limit of {@link FaultKind#THROTTLE}; 0 for other kinds
 * @param delay the latency of {@link FaultKind#DELAY}; zero for other kinds
 * @param confirmed whether a {@link FaultKind#PURGE} may delete the logs of a server that this process did not start
 */
public record Fault(
        FaultKind kind, String consumer, Duration length, long bytesPerSecond, Duration delay, boolean confirmed) {

    /** Selects all consumers that the run starts. */
    public static final String ALL_CONSUMERS = "*";

    private static final Duration MIN_LENGTH = Duration.ofMillis(10);
    private static final Duration MAX_LENGTH = Duration.ofHours(24);
    private static final Duration MAX_DELAY = Duration.ofMinutes(1);
    private static final String CONFIRMED = "confirmed";
    private static final Pattern RATE = Pattern.compile("(\\d{1,19}(?:\\.\\d{1,3})?)(B|kB|KB|MB|GB|KiB|MiB|GiB)/s");
    private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|h)");

    /** The target of a kind of fault. */
    private enum Target {
        STREAM,
        SERVER,
        NETWORK,
        CONSUMER
    }

    /** The kinds of faults. */
    public enum FaultKind {
        /** The connection over which the server sends the stream is killed at the server. */
        KILL_DUMP("kill-dump", Target.STREAM),
        /**
         * All connections of the account that follow a log are killed at the server, including connections of other consumers.
         */
        KILL_DUMPS("kill-dumps", Target.STREAM),
        /** Connections are reset, and new connections are refused for a time. */
        CUT("cut", Target.NETWORK),
        /** Connections stay open, but no data arrive for a time. */
        STALL("stall", Target.NETWORK),
        /** The bandwidth of connections is limited for a time. */
        THROTTLE("throttle", Target.NETWORK),
        /** The server, or a consumer, is shut down normally and started again. */
        RESTART("restart", Target.SERVER),
        /** The server's process is killed, and started again. */
        KILL_9("kill-9", Target.SERVER),
        /** The server starts a new binlog file. */
        ROTATE("rotate", Target.STREAM),
        /** The server starts a new binlog file and deletes all files before the stream's current file. */
        PURGE("purge", Target.STREAM),
        /** All data arrive later for a time. */
        DELAY("delay", Target.NETWORK),
        /** A consumer is shut down normally. */
        STOP("stop", Target.CONSUMER),
        /** A consumer's processes are killed. */
        KILL("kill", Target.CONSUMER),
        /** A consumer's processes are suspended. */
        PAUSE("pause", Target.CONSUMER),
        /** A stopped or killed consumer is started again; a paused consumer continues. */
        START("start", Target.CONSUMER);

        private final String text;
        private final Target target;

        FaultKind(String text, Target target) {
            this.text = text;
            this.target = target;
        }

        /** Returns true if the fault concerns the network. Such faults have a duration, and need a proxy. */
        public boolean isNetworkFault() {
            return target == Target.NETWORK;
        }

        /** Returns true if a fault of this kind ends the server. {@link #RESTART} of a consumer does not end it. */
        public boolean endsServer() {
            return target == Target.SERVER;
        }

        /** Returns true if the fault requires the name of a consumer. */
        public boolean needsConsumer() {
            return target == Target.CONSUMER;
        }

        private boolean mayHaveConsumer() {
            return target == Target.NETWORK || target == Target.CONSUMER || this == RESTART;
        }

        /** Returns true if the duration is optional: without it, the fault lasts until another fault starts the consumer. */
        private boolean mayLast() {
            return target == Target.CONSUMER && this != START;
        }

        /**
         * Returns the name in schedules.
         *
         * @return the name, for example {@code kill-dump}
         */
        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * Checks the combination of values.
     *
     * @throws InvalidPlanException if a length, limit, latency or consumer is missing, out of range, or not applicable
     *     to the kind of fault
     */
    public Fault {
        boolean hasLength = length.compareTo(MIN_LENGTH) >= 0 && length.compareTo(MAX_LENGTH) <= 0;
        if (kind.isNetworkFault() && !hasLength || kind.mayLast() && !hasLength && !length.isZero()) {
            throw new InvalidPlanException(
                    "inject",
                    "'" + kind + "' with a length of " + seconds(length),
                    "given a length from 10ms to 24h, such as '" + example(kind) + "'");
        }
        if (!kind.isNetworkFault() && !kind.mayLast() && !length.isZero()) {
            throw new InvalidPlanException(
                    "inject", "'" + kind + "' with a length", "'" + kind + "' alone: it happens at a moment");
        }
        if ((kind == FaultKind.THROTTLE) != (bytesPerSecond > 0)) {
            throw new InvalidPlanException(
                    "inject",
                    "'" + kind + "' with a limit of " + bytesPerSecond + " B/s",
                    "given a limit only for throttle, above 0, as in '" + example(FaultKind.THROTTLE) + "'");
        }
        boolean hasDelay = !delay.isNegative() && !delay.isZero() && delay.compareTo(MAX_DELAY) <= 0;
        if (kind == FaultKind.DELAY ? !hasDelay : !delay.isZero()) {
            throw new InvalidPlanException(
                    "inject",
                    "'" + kind + "' with a latency of " + seconds(delay),
                    "given a latency only for delay, above 0 and up to 1m, as in '" + example(FaultKind.DELAY) + "'");
        }
        if (consumer.isEmpty() ? kind.needsConsumer() : !kind.mayHaveConsumer()) {
            throw invalid(
                    kind + (consumer.isEmpty() ? "" : " " + consumer),
                    kind.needsConsumer() ? "given the name of a consumer" : "given without a consumer");
        }
    }

    /**
     * Creates an instantaneous fault.
     *
     * @throws InvalidPlanException if the kind is a fault of the network, which needs a duration, or a fault of a consumer
     */
    public static Fault of(FaultKind kind) {
        return new Fault(kind, "", Duration.ZERO, 0, Duration.ZERO, false);
    }

    /**
     * Creates a fault that stops, kills, pauses, starts or restarts a consumer that the run starts.
     *
     * @param consumer name of the consumer
     */
    public static Fault of(FaultKind kind, String consumer) {
        return of(kind, consumer, Duration.ZERO);
    }

    /**
     * Creates a fault that stops, kills or pauses a consumer for a time. Afterwards the consumer is started again, or continues.
     *
     * @param consumer name of the consumer
     * @param length duration from 10 ms to 24 h; zero if another fault starts the consumer again
     */
    public static Fault of(FaultKind kind, String consumer, Duration length) {
        return new Fault(kind, consumer, length, 0, Duration.ZERO, false);
    }

    /**
     * Creates a fault that resets the stream's connections and refuses new connections for a time.
     *
     * @param length duration, from 10 ms to 24 h
     */
    public static Fault cut(Duration length) {
        return new Fault(FaultKind.CUT, "", length, 0, Duration.ZERO, false);
    }

    /**
     * Creates a fault that delivers no data for a time, and keeps connections open.
     *
     * @param length duration, from 10 ms to 24 h
     */
    public static Fault stall(Duration length) {
        return new Fault(FaultKind.STALL, "", length, 0, Duration.ZERO, false);
    }

    /**
     * Creates a fault that limits the stream's bandwidth for a time.
     *
     * @param bytesPerSecond limit in bytes per second, above 0
     * @param length duration, from 10 ms to 24 h
     */
    public static Fault throttle(long bytesPerSecond, Duration length) {
        return new Fault(FaultKind.THROTTLE, "", length, bytesPerSecond, Duration.ZERO, false);
    }

    /**
     * Creates a fault that adds latency to all data for a time.
     *
     * @param delay the latency, above 0, up to 1 min
     * @param length duration, from 10 ms to 24 h
     */
    public static Fault delay(Duration delay, Duration length) {
        return new Fault(FaultKind.DELAY, "", length, 0, delay, false);
    }

    /** Creates a fault that deletes old log files, even on a server that this process did not start. */
    public static Fault confirmedPurge() {
        return new Fault(FaultKind.PURGE, "", Duration.ZERO, 0, Duration.ZERO, true);
    }

    /** Returns the same fault for a consumer: for its connections or its processes. */
    public Fault onConsumer(String name) {
        return new Fault(kind, name, length, bytesPerSecond, delay, confirmed);
    }

    /** Returns one fault per consumer if this fault affects {@link #ALL_CONSUMERS}; otherwise only this fault. */
    public List<Fault> onEach(List<String> consumers) {
        return consumer.equals(ALL_CONSUMERS)
                ? consumers.stream().map(this::onConsumer).toList()
                : List.of(this);
    }

    /** Returns true if this process must be able to restart the server. */
    public boolean endsServer() {
        return kind.endsServer() && consumer.isEmpty();
    }

    /** Returns true if the fault has a duration, after which it is undone. */
    public boolean isLasting() {
        return !length.isZero();
    }

    /**
     * Returns true if only one of the two faults can be active at a time: both affect the same network, or the
     * processes of the same consumer.
     */
    public boolean excludes(Fault other) {
        boolean isNetwork = kind.isNetworkFault();
        return consumer.equals(other.consumer)
                && isNetwork == other.kind.isNetworkFault()
                && (isNetwork || !consumer.isEmpty());
    }

    /**
     * Parses a fault.
     *
     * @param text such as {@code kill-dump}, {@code cut 2s}, {@code throttle 1MB/s 5s}, {@code kill debezium 5s}, {@code cut
     *     debezium 2s}
     * @throws InvalidPlanException if the text is not a valid fault
     */
    public static Fault parse(String text) {
        List<String> words = List.of(text.strip().split("\\s+"));
        FaultKind kind = Arrays.stream(FaultKind.values())
                .filter(candidate -> candidate.text.equals(words.get(0).toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> invalid(text.strip(), "one of the faults " + allExamples()));
        if (kind == FaultKind.PURGE && words.size() == 2 && words.get(1).equals(CONFIRMED)) {
            return confirmedPurge();
        }
        int valueCount = kind == FaultKind.THROTTLE || kind == FaultKind.DELAY ? 2 : kind.isNetworkFault() ? 1 : 0;
        boolean isLasting = kind.mayLast() && words.size() == 3;
        valueCount += isLasting ? 1 : 0;
        boolean hasConsumer = kind.mayHaveConsumer() && words.size() == valueCount + 2;
        if (!hasConsumer && (words.size() != valueCount + 1 || kind.needsConsumer())) {
            throw invalid(text.strip(), "of the form '" + form(kind) + "'");
        }
        String value = words.get(Math.max(0, words.size() - 2));
        return new Fault(
                kind,
                hasConsumer ? words.get(1) : "",
                valueCount > 0 ? time(words.get(words.size() - 1)) : Duration.ZERO,
                kind == FaultKind.THROTTLE ? rate(value) : 0,
                kind == FaultKind.DELAY ? time(value) : Duration.ZERO,
                false);
    }

    /** Parses a duration with its unit. */
    static Duration time(String text) {
        Matcher form = TIME.matcher(text);
        if (!form.matches()) {
            throw invalid(text, "a time such as 500ms, 2s, 1.5m or 1h");
        }
        double factor = switch (form.group(2)) {
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            default -> 3_600e9;
        };
        return Duration.ofNanos(Math.round(Double.parseDouble(form.group(1)) * factor));
    }

    /** Creates an exception about an invalid part of a schedule. */
    static InvalidPlanException invalid(Object part, String expected) {
        return new InvalidPlanException("inject", "'" + part + "'", expected);
    }

    static String seconds(Duration time) {
        return BigDecimal.valueOf(time.toNanos(), 9).stripTrailingZeros().toPlainString() + "s";
    }

    private static long rate(String text) {
        Matcher form = RATE.matcher(text);
        if (!form.matches()) {
            throw invalid(text, "a limit such as 500kB/s, 1MB/s or 2MiB/s");
        }
        String unit = form.group(2);
        int power = "BKMG".indexOf(Character.toUpperCase(unit.charAt(0)));
        double base = unit.contains("i") ? 1_024 : 1_000;
        return Math.max(1, Math.round(Double.parseDouble(form.group(1)) * Math.pow(base, power)));
    }

    private static String example(FaultKind kind) {
        return switch (kind) {
            case CUT, STALL -> kind + " 2s";
            case THROTTLE -> kind + " 1MB/s 5s";
            case DELAY -> kind + " 50ms 5s";
            case STOP, KILL, PAUSE -> kind + " CONSUMER 5s";
            case START -> kind + " CONSUMER";
            default -> kind.text;
        };
    }

    /** Returns the valid forms of a kind for a message: {@code A' or 'B}, without the outer quotes. */
    private static String form(FaultKind kind) {
        String example = example(kind);
        return switch (kind) {
            case PURGE -> example + "' or '" + kind + " " + CONFIRMED;
            case STOP, KILL, PAUSE -> kind + " CONSUMER' or '" + example;
            case CUT, STALL, THROTTLE, DELAY, RESTART ->
                example + "' or '" + kind + " CONSUMER" + example.substring(kind.text.length());
            default -> example;
        };
    }

    private static String allExamples() {
        return Arrays.stream(FaultKind.values()).map(Fault::example).collect(Collectors.joining("', '", "'", "'"));
    }

    /** Returns the form that {@link #parse} accepts. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(kind.text);
        text.append(consumer.isEmpty() ? "" : " " + consumer);
        text.append(kind == FaultKind.THROTTLE ? " " + bytesPerSecond + "B/s" : "");
        text.append(kind == FaultKind.DELAY ? " " + seconds(delay) : "");
        text.append(isLasting() ? " " + seconds(length) : "");
        return text.append(confirmed ? " " + CONFIRMED : "").toString();
    }
}
