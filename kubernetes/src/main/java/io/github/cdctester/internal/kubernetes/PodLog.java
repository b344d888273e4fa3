// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.kubernetes;

import io.fabric8.kubernetes.client.dsl.ContainerResource;
import io.fabric8.kubernetes.client.dsl.LogWatch;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads the log of a container. After a broken connection, it continues after the last line, which it finds by its timestamp. */
final class PodLog {

    /** First character of lines of standard error; Kubernetes does not separate the two streams. */
    private static final char ERROR_MARK = '\u001e';

    private Instant lastTime = Instant.EPOCH;
    private int linesAtLastTime;
    private long lastLineNanos = System.nanoTime();
    private @Nullable Lines currentLines;

    LogWatch open(ContainerResource container, Consumer<String> out, Consumer<String> err) {
        Lines lines = new Lines(out, err);
        synchronized (this) {
            currentLines = lines;
            lines.linesToSkip = linesAtLastTime;
        }
        var log = container.usingTimestamps();
        return lastTime.equals(Instant.EPOCH)
                ? log.watchLog(lines)
                : log.sinceTime(lastTime.truncatedTo(ChronoUnit.SECONDS).toString())
                        .watchLog(lines);
    }

    /** Returns the {@code System.nanoTime()} of the last new line, or of the creation of this object. */
    synchronized long lastLineNanos() {
        return lastLineNanos;
    }

    /** Returns the error that Kubernetes sent instead of the log; empty if there is none. */
    synchronized String error() {
        if (currentLines == null) {
            return "";
        }
        String unfinishedLine = currentLines.line.toString(StandardCharsets.UTF_8);
        return currentLines.error
                + (unfinishedLine.isEmpty() || Character.isDigit(unfinishedLine.charAt(0)) ? "" : unfinishedLine);
    }

    /** Passes on the last line if it has no line terminator. */
    synchronized void finish() {
        if (currentLines != null) {
            currentLines.end();
        }
        currentLines = null;
    }

    private void processLine(String text, Lines lines) {
        int blank = text.indexOf(' ');
        Instant time = blank < 0 ? null : timeOf(text.substring(0, blank));
        if (time == null) {
            lines.error += text;
            return;
        }
        if (lines.isKnown(time)) {
            return;
        }
        if (!time.isBefore(lastTime)) { // a clock can go back
            linesAtLastTime = time.equals(lastTime) ? linesAtLastTime + 1 : 1;
            lastTime = time;
        }
        lastLineNanos = System.nanoTime();
        boolean isError = text.length() > blank + 1 && text.charAt(blank + 1) == ERROR_MARK;
        (isError ? lines.err : lines.out).accept(text.substring(isError ? blank + 2 : blank + 1));
    }

    private static @Nullable Instant timeOf(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** Receives the bytes of one connection. Ignores them after a later connection is opened. */
    private final class Lines extends OutputStream {

        private final Consumer<String> out;
        private final Consumer<String> err;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        /** Number of lines at the last timestamp that are still to be skipped. */
        private int linesToSkip;

        private String error = "";

        Lines(Consumer<String> out, Consumer<String> err) {
            this.out = out;
            this.err = err;
        }

        @Override
        public void write(int character) {
            synchronized (PodLog.this) {
                if (currentLines != this) {
                    return;
                }
                if (character == '\n') {
                    end();
                } else {
                    line.write(character);
                }
            }
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            for (int i = from; i < from + length; i++) {
                write(bytes[i]);
            }
        }

        /** Returns true for a line that an earlier connection passed on. */
        private boolean isKnown(Instant time) {
            if (linesToSkip > 0 && time.isAfter(lastTime)) {
                if (linesToSkip == linesAtLastTime) { // the kubelet has started a new log file since then
                    err.accept("cdc-tester: lines of the log between " + lastTime + " and " + time
                            + " may be missing: Kubernetes keeps only the newest ones");
                }
                linesToSkip = 0;
            }
            boolean isKnown = linesToSkip > 0;
            if (isKnown && time.equals(lastTime)) {
                linesToSkip--;
            }
            return isKnown;
        }

        private void end() {
            String text = line.toString(StandardCharsets.UTF_8);
            line.reset();
            processLine(text, this);
        }
    }
}
