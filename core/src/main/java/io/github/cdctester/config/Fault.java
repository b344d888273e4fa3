// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

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
 * A fault to inject.
 *
 * @param kind kind of fault
 * @param length duration; zero for an instantaneous fault
 * @param bytesPerSecond bandwidth limit of {@link FaultKind#THROTTLE} in bytes per second; 0 for other kinds
 * @param confirmed whether a {@link FaultKind#PURGE} may delete the logs of a server that this process did not start
 */
public record Fault(FaultKind kind, Duration length, long bytesPerSecond, boolean confirmed) {

    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofHours(24);
    private static final String CONFIRMED = "confirmed";
    private static final Pattern RATE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,3})?)(B|kB|KB|MB|GB|KiB|MiB|GiB)/s");
    private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ms|s|m|h)");

    /** Kind of a fault. */
    public enum FaultKind {
        /** Kills the stream's connection on the server. */
        KILL_DUMP("kill-dump", false, false),
        /** Kills all connections of the account that read a log on the server, including other consumers. */
        KILL_DUMPS("kill-dumps", false, false),
        /** Resets the stream's connections, and refuses new ones for a time. */
        CUT("cut", true, false),
        /** Delivers no data for a time, and keeps the stream's connections open. */
        STALL("stall", true, false),
        /** Limits the bandwidth of the stream's connections for a time. */
        THROTTLE("throttle", true, false),
        /** Shuts the server down, and starts it again. */
        RESTART("restart", false, true),
        /** Kills the server's process, and starts it again. */
        KILL_9("kill-9", false, true),
        /** Starts a new log file on the server. */
        ROTATE("rotate", false, false),
        /** Starts a new log file on the server, and deletes all files before the stream's current one. */
        PURGE("purge", false, false);

        private final String text;
        private final boolean network;
        private final boolean endsServer;

        FaultKind(String text, boolean network, boolean endsServer) {
            this.text = text;
            this.network = network;
            this.endsServer = endsServer;
        }

        /** Returns true if the fault concerns the network. Such faults have a duration, and need a proxy. */
        public boolean isOfNetwork() {
            return network;
        }

        /** Returns true if the fault ends the server, so that this process must be able to start it again. */
        public boolean endsServer() {
            return endsServer;
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
     * @throws InvalidPlanException if a network fault has no length from 10 ms to 24 h, another fault has a length, a
     *     throttle has no limit, or another fault has one
     */
    public Fault {
        if (kind.isOfNetwork() && (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0)) {
            throw new InvalidPlanException(
                    "inject",
                    "'" + kind + "' with a length of " + seconds(length),
                    "given a length from 10ms to 24h, such as '" + example(kind) + "'");
        }
        if (!kind.isOfNetwork() && !length.isZero()) {
            throw new InvalidPlanException(
                    "inject", "'" + kind + "' with a length", "'" + kind + "' alone: it happens at a moment");
        }
        if ((kind == FaultKind.THROTTLE) != (bytesPerSecond > 0)) {
            throw new InvalidPlanException(
                    "inject",
                    "'" + kind + "' with a limit of " + bytesPerSecond + " B/s",
                    "given a limit only for throttle, above 0, as in '" + example(FaultKind.THROTTLE) + "'");
        }
    }

    /**
     * Creates an instantaneous fault.
     *
     * @throws InvalidPlanException if the fault concerns the network and needs a duration
     */
    public static Fault of(FaultKind kind) {
        return new Fault(kind, Duration.ZERO, 0, false);
    }

    /**
     * Creates a fault that resets the stream's connections, and refuses new ones for a time.
     *
     * @param length how long, from 10 ms to 24 h
     */
    public static Fault cut(Duration length) {
        return new Fault(FaultKind.CUT, length, 0, false);
    }

    /**
     * Creates a fault that delivers no data for a time, and keeps connections open.
     *
     * @param length how long, from 10 ms to 24 h
     */
    public static Fault stall(Duration length) {
        return new Fault(FaultKind.STALL, length, 0, false);
    }

    /**
     * Creates a fault that limits the stream's bandwidth for a time.
     *
     * @param bytesPerSecond limit in bytes per second, above 0
     * @param length how long, from 10 ms to 24 h
     */
    public static Fault throttle(long bytesPerSecond, Duration length) {
        return new Fault(FaultKind.THROTTLE, length, bytesPerSecond, false);
    }

    /** Creates a fault that deletes old log files, even on a server that this process did not start. */
    public static Fault confirmedPurge() {
        return new Fault(FaultKind.PURGE, Duration.ZERO, 0, true);
    }

    /**
     * Parses a fault.
     *
     * @param text for example {@code kill-dump}, {@code cut 2s}, {@code throttle 1MB/s 5s}
     * @throws InvalidPlanException if the fault is unknown, or a required value is missing
     */
    public static Fault parse(String text) {
        List<String> words = List.of(text.strip().split("\\s+"));
        FaultKind kind = Arrays.stream(FaultKind.values())
                .filter(one -> one.text.equals(words.get(0).toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> wrong(text.strip(), "one of the faults " + names()));
        boolean confirmed =
                kind == FaultKind.PURGE && words.size() == 2 && words.get(1).equals(CONFIRMED);
        int expectedWords = confirmed ? 2 : kind == FaultKind.THROTTLE ? 3 : kind.isOfNetwork() ? 2 : 1;
        if (words.size() != expectedWords) {
            throw wrong(text.strip(), "of the form '" + example(kind) + "'");
        }
        if (confirmed) {
            return confirmedPurge();
        }
        if (!kind.isOfNetwork()) {
            return of(kind);
        }
        long limit = kind == FaultKind.THROTTLE ? rate(words.get(1)) : 0;
        return new Fault(kind, time(words.get(expectedWords - 1)), limit, false);
    }

    /** Parses a duration with its unit; also used for schedules. */
    static Duration time(String text) {
        Matcher form = TIME.matcher(text);
        if (!form.matches()) {
            throw wrong(text, "a time such as 500ms, 2s, 1.5m or 1h");
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
    static InvalidPlanException wrong(Object part, String expected) {
        return new InvalidPlanException("inject", "'" + part + "'", expected);
    }

    static String seconds(Duration time) {
        return BigDecimal.valueOf(time.toNanos(), 9).stripTrailingZeros().toPlainString() + "s";
    }

    private static long rate(String text) {
        Matcher form = RATE.matcher(text);
        if (!form.matches()) {
            throw wrong(text, "a limit such as 500kB/s, 1MB/s or 2MiB/s");
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
            case PURGE -> kind + "' or '" + kind + " " + CONFIRMED;
            default -> kind.text;
        };
    }

    private static String names() {
        return Arrays.stream(FaultKind.values()).map(Fault::example).collect(Collectors.joining("', '", "'", "'"));
    }

    /** Returns the form that {@link #parse} accepts. */
    @Override
    public String toString() {
        if (kind == FaultKind.THROTTLE) {
            return kind + " " + bytesPerSecond + "B/s " + seconds(length);
        }
        return kind + (kind.isOfNetwork() ? " " + seconds(length) : "") + (confirmed ? " " + CONFIRMED : "");
    }
}
