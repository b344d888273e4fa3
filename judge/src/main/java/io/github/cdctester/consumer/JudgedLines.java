// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.ConsumerLines.Findings;
import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.LineReader.Reading;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.judge.consumer.feed.TableKeys;
import io.github.cdctester.result.Verdict.Reason;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Interprets and counts the lines of {@link ConsumerLines}. Thread-safe. */
final class JudgedLines implements JudgedProbe.ProbeLineReader, BoundedLines.Visitor {

    private final ConsumerProbe probe;
    private final JudgedProbe judged;
    private final Shape shape;
    private Format format;
    private @Nullable LineReader reader;
    private long lines;
    private long linesWithoutChange;
    private long unreadable;
    private @Nullable UnreadableLine firstUnreadable;
    private LinesOfRun run;
    private boolean hasHadRun;

    /** Counts of the changes before {@link #run}. */
    private long earlierRows;

    private long earlierDeleted;
    private long earlierUnstamped;

    /** The lines during one run, or while no run listens. Uses the lock of {@link JudgedLines}. */
    private final class LinesOfRun implements JudgedProbe.RunLines {

        private final ChangeReporter reporter;
        private long lines;
        private long unreadable;
        private String firstLine = "";
        private @Nullable String lastStampHint;

        LinesOfRun(JudgedProbe.Listener listener) {
            reporter = new ChangeReporter(probe, listener, shape.identity());
        }

        void add(boolean isReadable, String line) {
            lines++;
            unreadable += isReadable ? 0 : 1;
            firstLine = firstLine.isEmpty() ? UnreadableLine.beginningOf(line) : firstLine;
        }

        /** Later lines belong to another run. */
        void end() {
            lastStampHint = stampHint();
        }

        /** Returns empty if no line could be read, because the probe reports that case. */
        @Override
        public Optional<String> noVerdictReason(boolean reported, Predicate<String> isJudged) {
            synchronized (JudgedLines.this) {
                return reporter.noVerdictReason(reported ? 0 : lines, isJudged, unreadable > 0, stampHint())
                        .map(doubt -> Reason.join(doubt, Reason.FIRST_LINE.text("line", firstLine)));
            }
        }

        @Override
        public Optional<String> unstampedReason(Predicate<String> filter) {
            synchronized (JudgedLines.this) {
                return reporter.unstampedReason(filter, stampHint());
            }
        }

        @Override
        public Optional<String> tornReason(Predicate<String> isJudged) {
            synchronized (JudgedLines.this) {
                return reporter.tornReason(isJudged);
            }
        }

        @Override
        public List<TableKeys> tableKeys() {
            synchronized (JudgedLines.this) {
                return reporter.tableKeys();
            }
        }

        private String stampHint() {
            if (lastStampHint != null) {
                return lastStampHint;
            }
            return reader == null ? "" : reader.stampHint();
        }
    }

    JudgedLines(ConsumerProbe probe, Shape shape) {
        this.probe = probe;
        this.shape = shape;
        judged = JudgedProbe.of(probe);
        run = new LinesOfRun(JudgedProbe.Listener.NONE);
        format = shape.format();
        reader = format.reader(shape);
    }

    @Override
    public void message(String topic, @Nullable String key, @Nullable String value, long recordMillis) {
        if (value != null) {
            probe.bytes(value.getBytes(StandardCharsets.UTF_8).length);
            read(topic, key == null ? "" : key, value, 1_000 * Math.max(0, recordMillis));
        }
    }

    @Override
    public void onLine(String text, long bytes) {
        probe.bytes(bytes);
        read("", "", text, 0);
    }

    @Override
    public void onTooLong(String beginning, long bytes) {
        probe.bytes(bytes);
        count(Problem.TOO_LONG, beginning);
    }

    private synchronized void read(String topic, String key, String text, long recordMicros) {
        String line = text.startsWith("\uFEFF") ? text.substring(1).strip() : text;
        line = line.isEmpty() || !Character.isWhitespace(line.charAt(0)) ? line : line.strip();
        Optional<List<String>> elements = line.startsWith("[") ? JsonObject.elements(line) : Optional.empty();
        if (elements.filter(List::isEmpty).isPresent()) { // an empty batch
            linesWithoutChange++;
            count(null, line);
        }
        ChangeReporter reporter = run.reporter;
        for (String element : elements.orElse(List.of(line))) {
            long rowsBefore = reporter.rows();
            Problem problem = report(ConsumerMessage.of(key, topic, element, recordMicros));
            probe.events(reporter.rows() - rowsBefore);
            count(problem, element);
        }
    }

    private @Nullable Problem report(ConsumerMessage message) {
        if (message.line().isBlank() || message.isTombstone()) {
            linesWithoutChange++;
            return null;
        }
        if (reader == null) {
            format = Format.of(message);
            reader = format.reader(shape);
        }
        Reading reading = reader == null ? ofUnknownFormat(message.json()) : reader.read(message);
        if (reading.problem() != null) {
            return message.json() == null && hasKeyAndValue(message.line()) ? Problem.KEY_AND_VALUE : reading.problem();
        }
        boolean isIgnored = reading.changes().stream()
                .allMatch(change -> change.kind().isSnapshotRow() && !judged.isSnapshotJudged());
        linesWithoutChange += isIgnored ? 1 : 0;
        for (Change change : reading.changes()) {
            Problem problem = run.reporter.report(change);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    /**
     * Accepts JSON after a tab, or comma-separated values that end with a number after the last tab. A regular expression would need
     * quadratic time.
     */
    private static boolean hasKeyAndValue(String line) {
        String text = line.strip();
        boolean isAfterTab = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isAfterTab && (c == '{' || c == '[')) {
                return true;
            }
            isAfterTab = c == '\t' || isAfterTab && Character.isWhitespace(c);
        }
        int tab = text.lastIndexOf('\t');
        String values = text.substring(tab + 1).strip();
        int lastComma = values.lastIndexOf(',');
        return tab >= 0
                && values.indexOf(',') < lastComma
                && CsvLines.number(values.substring(lastComma + 1)) != Change.NONE
                && values.chars().noneMatch(Character::isWhitespace);
    }

    private static Reading ofUnknownFormat(@Nullable JsonObject json) {
        if (json != null && NonChange.is(json)) {
            return Reading.NOTHING;
        }
        return Reading.unreadable(
                json != null && NonChange.carriesRow(json) ? Problem.UNKNOWN_TYPE : Problem.NO_FORMAT);
    }

    private synchronized void count(@Nullable Problem problem, String line) {
        lines++;
        run.add(problem == null, line);
        if (problem == null) {
            judged.lines(1, 0, false, null);
            return;
        }
        unreadable++;
        UnreadableLine unreadableLine = new UnreadableLine(lines, problem, UnreadableLine.beginningOf(line));
        firstUnreadable = firstUnreadable == null ? unreadableLine : firstUnreadable;
        judged.lines(1, 1, problem.isOfChange(), unreadableLine.text());
    }

    @Override
    public synchronized void onPause() {
        run.reporter.reportOpenTransaction();
    }

    @Override
    public synchronized JudgedProbe.RunLines startRun(JudgedProbe.Listener listener) {
        run.end();
        earlierRows += run.reporter.rows();
        earlierDeleted += run.reporter.deleted();
        earlierUnstamped += run.reporter.unstamped();
        LinesOfRun next = new LinesOfRun(listener);
        if (!hasHadRun) { // the consumer printed the rows of the prepared tables
            next.reporter.adoptFormat(run.reporter);
            hasHadRun = true;
        }
        run = next;
        return run;
    }

    synchronized Findings findings() {
        return new Findings(
                format,
                lines,
                earlierRows + run.reporter.rows(),
                earlierDeleted + run.reporter.deleted(),
                earlierUnstamped + run.reporter.unstamped(),
                linesWithoutChange,
                unreadable,
                firstUnreadable);
    }
}
