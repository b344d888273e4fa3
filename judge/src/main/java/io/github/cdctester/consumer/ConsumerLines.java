// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.consumer.LineReader.Reading;
import io.github.cdctester.consumer.UnreadableLine.Problem;
import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reports a consumer's printed lines to a probe: one line per change in the format of Debezium, Canal,
 * Maxwell or Flink CDC, as CSV, or a transaction's name. {@code docs/judge.md} describes each format.
 *
 * <pre>{@code
 * ConsumerLines lines = ConsumerLines.to(probe, ConsumerLines.Shape.DEFAULT);
 * records.forEach(record -> lines.line(record.key(), record.value())); // in a callback
 * lines.read(process.getInputStream());                                // or a whole output, to its end
 * }</pre>
 *
 * <p>Invalid lines cause no exception: they are counted here and at the probe. Safe
 * for several threads; lines are processed one after the other. Read a {@code Reader} with {@code lines.read(reader.lines().iterator())}.
 */
public final class ConsumerLines {

    static final String USUAL_KEY = "id";

    /** Maximum length of a line: by default a topic's messages have 1 MB at most. */
    static final int MAX_BYTES = 16 << 20;

    private static final Pattern KEY_AND_VALUE = Pattern.compile("\\t\\s*(?:[{\\[]|\\S+,\\S+,\\d+\\s*$)");

    /** The formats of lines, in the order in which {@link #AUTO} tries them. */
    public enum Format {
        /** Recognised by the first line that can be of one only. */
        AUTO(shape -> null, message -> false),
        /** Debezium's envelope as JSON, with its schema or without. */
        DEBEZIUM(DebeziumLines::new, json(DebeziumLines::looksLike)),
        /** Rows as JSON without an envelope, such as Debezium's after {@code ExtractNewRecordState}. */
        FLAT(FlatLines::new, json((message, line) -> FlatLines.looksLike(line))),
        /** Canal's flat messages as JSON. */
        CANAL(CanalLines::new, json((message, line) -> CanalLines.looksLike(line))),
        /** Maxwell's JSON. */
        MAXWELL(MaxwellLines::new, json((message, line) -> MaxwellLines.looksLike(line))),
        /** Rows as Flink's print connector writes them, or Flink's JSON; columns must be named. */
        FLINK(FlinkRows::new, text(FlinkRows::looksLike)),
        /** One GTID per line, or FILE:POSITION. */
        GTID(shape -> new GtidLines(), text(line -> GtidLines.looksLike(line.strip()))),
        /** Table, key and sequence, or the columns in a header. */
        CSV(CsvLines::new, text(CsvLines::looksLike));

        private final Function<Shape, @Nullable LineReader> reader;
        private final Predicate<ConsumerMessage> recogniser;

        Format(Function<Shape, @Nullable LineReader> reader, Predicate<ConsumerMessage> recogniser) {
            this.reader = reader;
            this.recogniser = recogniser;
        }

        private static Predicate<ConsumerMessage> json(BiPredicate<ConsumerMessage, JsonObject> recogniser) {
            return message -> message.json() != null && recogniser.test(message, message.json());
        }

        private static Predicate<ConsumerMessage> text(Predicate<String> recogniser) {
            return message -> message.json() == null && recogniser.test(message.line());
        }

        /** Creates the reader of its lines; {@code null} for {@link #AUTO}. */
        @Nullable
        LineReader reader(Shape shape) {
            return reader.apply(shape);
        }

        /** Returns the format of a line; {@link #AUTO} if several or none are possible. */
        static Format of(ConsumerMessage message) {
            return Stream.of(values())
                    .filter(format -> format.recogniser.test(message))
                    .findFirst()
                    .orElse(AUTO);
        }
    }

    /**
     * The settings for all lines.
     *
     * @param format their format
     * @param identity how changes are matched with commits; {@code null} to use the first change's: a stamp, else a GTID, else a
     *     position
     * @param key the key's columns; empty for the key in the line, else {@code id}, else the whole row
     * @param columns the columns of rows without names; empty for none
     * @param table the table of lines without a table; empty for none
     * @param tableColumn the column with the table's name; empty for none
     */
    public record Shape(
            Format format,
            @Nullable Identity identity,
            List<String> key,
            List<String> columns,
            String table,
            String tableColumn) {

        /** Everything is recognised. */
        public static final Shape DEFAULT = new Shape(Format.AUTO, null, List.of(), List.of(), "", "");

        public Shape {
            key = List.copyOf(key);
            columns = List.copyOf(columns);
        }

        /** Returns a copy for another format. */
        public Shape withFormat(Format other) {
            return new Shape(other, identity, key, columns, table, tableColumn);
        }

        /** The same with another identity. */
        public Shape withIdentity(Identity other) {
            return new Shape(format, other, key, columns, table, tableColumn);
        }

        /** The table in the line, else in its table column, else in the shape, else the topic. */
        String tableOf(String named, String inColumn, String topic) {
            String inLine = named.isEmpty() ? inColumn : named;
            return !inLine.isEmpty() ? inLine : table.isEmpty() ? topic : table;
        }
    }

    /**
     * The counts of lines until now.
     *
     * @param format their format; {@code AUTO} until it is recognised
     * @param lines all of them
     * @param rows row changes in them
     * @param deleted deleting changes, whose stamp is from the change before
     * @param unstamped changes without a stamp, if stamps are used
     * @param passedOver lines about no change: heartbeats, tombstones, statements, headers, empty ones, and rows of a snapshot that
     *     is not {@linkplain ConsumerProbe#judgeSnapshot() judged}
     * @param unreadable lines that could not be read
     * @param firstUnreadable the first of them; {@code null} for none
     */
    public record Findings(
            Format format,
            long lines,
            long rows,
            long deleted,
            long unstamped,
            long passedOver,
            long unreadable,
            @Nullable UnreadableLine firstUnreadable) {}

    private final ConsumerProbe probe;
    private final JudgedProbe judged;
    private final Shape shape;
    private final ChangeReporter reporter;
    private Format format;
    private @Nullable LineReader reader;
    private long lines;
    private long passedOver;
    private long unreadable;
    private @Nullable UnreadableLine firstUnreadable;
    private String firstLine = "";

    private ConsumerLines(ConsumerProbe probe, Shape shape) {
        this.probe = probe;
        this.shape = shape;
        reporter = new ChangeReporter(probe, shape.identity());
        format = shape.format();
        reader = format.reader(shape);
        judged = JudgedProbe.of(probe);
        judged.readBy(new JudgedLines(this));
        judged.remark(this::torn);
    }

    /** Creates a reader that reports to a probe what lines of a shape contain. */
    public static ConsumerLines to(ConsumerProbe probe, Shape shape) {
        return new ConsumerLines(probe, shape);
    }

    /** Returns true if the run that listened to the probe is over, so that no line counts any more. */
    public boolean isRunOver() {
        return judged.isLeft();
    }

    /**
     * Adds a remark on the source of the lines, such as a file that was truncated. It becomes part of the verdict's reason.
     *
     * @param remark is called when the verdict is made; empty for no remark
     */
    public void remark(Supplier<Optional<String>> remark) {
        judged.remark(remark);
    }

    /** Takes a line, without its end. */
    public void line(String line) {
        line(null, line);
    }

    /**
     * Takes a message that has a key, as one in a topic of Kafka has.
     *
     * @param key the key; {@code null} for none
     * @param value the message; {@code null} for a tombstone
     */
    public void line(@Nullable String key, @Nullable String value) {
        message("", key, value);
    }

    /**
     * Takes a message of a topic, whose name stands for the table if the message names none.
     *
     * @param topic the topic; empty for none
     * @param key the key; {@code null} for none
     * @param value the message; {@code null} for a tombstone
     */
    public void message(String topic, @Nullable String key, @Nullable String value) {
        message(topic, key, value, 0);
    }

    /**
     * Takes a message of a topic, with the timestamp of its record.
     *
     * @param topic the topic; empty for none
     * @param key the key; {@code null} for none
     * @param value the message; {@code null} for a tombstone
     * @param recordMillis the timestamp, in ms since the epoch; 0 or below if unknown
     */
    public void message(String topic, @Nullable String key, @Nullable String value, long recordMillis) {
        if (value != null) {
            probe.bytes(value.getBytes(StandardCharsets.UTF_8).length);
            take(topic, key == null ? "" : key, value, 1_000 * Math.max(0, recordMillis));
        }
    }

    private synchronized void take(String topic, String key, String text, long recordMicros) {
        String line = text.startsWith("\uFEFF") ? text.substring(1).strip() : text;
        line = line.isEmpty() || !Character.isWhitespace(line.charAt(0)) ? line : line.strip();
        Optional<List<String>> elements = line.startsWith("[") ? JsonObject.elements(line) : Optional.empty();
        for (String element : elements.orElse(List.of(line))) {
            long before = reporter.rows();
            Problem problem = report(ConsumerMessage.of(key, topic, element, recordMicros));
            probe.events(reporter.rows() - before);
            count(problem, element);
        }
    }

    private @Nullable Problem report(ConsumerMessage message) {
        String line = message.line();
        if (line.isBlank() || message.isTombstone()) {
            passedOver++;
            return null;
        }
        if (reader == null) {
            format = Format.of(message);
            reader = format.reader(shape);
        }
        boolean isUnknown = reader == null;
        if (isUnknown && message.json() != null && NonChange.is(message.json())) {
            passedOver++;
            return null;
        }
        boolean isRow = isUnknown && message.json() != null && NonChange.carriesRow(message.json());
        Reading reading = reader == null
                ? Reading.unreadable(isRow ? Problem.UNKNOWN_TYPE : Problem.NO_FORMAT)
                : reader.read(message);
        if (reading.problem() != null) {
            boolean hasKey =
                    message.json() == null && KEY_AND_VALUE.matcher(line).find();
            return hasKey ? Problem.KEY_AND_VALUE : reading.problem();
        }
        boolean isPassedOver = reading.changes().stream()
                .allMatch(change -> change.kind().isOfSnapshot() && !judged.isSnapshotJudged());
        passedOver += isPassedOver ? 1 : 0;
        for (Change change : reading.changes()) {
            Problem problem = reporter.take(change);
            if (problem != null) {
                return problem;
            }
        }
        return null;
    }

    private synchronized void count(@Nullable Problem problem, String line) {
        lines++;
        firstLine = firstLine.isEmpty() ? UnreadableLine.beginning(line) : firstLine;
        if (problem == null) {
            judged.lines(1, 0, false, null);
            return;
        }
        unreadable++;
        UnreadableLine found = new UnreadableLine(lines, problem, UnreadableLine.beginning(line));
        firstUnreadable = firstUnreadable == null ? found : firstUnreadable;
        judged.lines(1, 1, problem.isOfChange(), found.text());
    }

    /** Returns why the lines allow no verdict; empty if they do, and if none could be read, which the probe reports. */
    synchronized Optional<String> doubt(boolean reported) {
        return reporter.doubt(reported ? 0 : lines, unreadable > 0, stampSought())
                .map(doubt -> Reason.join(doubt, Reason.FIRST_LINE.text("line", firstLine)));
    }

    synchronized Optional<String> unstamped(Predicate<String> kind) {
        return reporter.unstamped(kind, stampSought());
    }

    private String stampSought() {
        return reader == null ? "" : reader.stampSought();
    }

    private synchronized Optional<String> torn() {
        return reporter.torn();
    }

    /**
     * No more lines for now. If lines have no end mark, the transaction counts as complete: call this when a queue is empty, so
     * that it need not wait for the next one.
     */
    public synchronized void pause() {
        reporter.settle();
    }

    /**
     * Reads UTF-8 to its end, then {@linkplain ConsumerProbe#ended() ends} the probe's reports.
     *
     * @param in is not closed
     * @throws IOException if it cannot be read; this is reported to the probe
     */
    public void read(InputStream in) throws IOException {
        try {
            part(in);
        } catch (IOException e) {
            pause();
            probe.failed(e);
            throw e;
        }
        probe.ended();
    }

    /**
     * Reads UTF-8 to its end; more may follow from other inputs.
     *
     * @param in is not closed
     * @throws IOException if it cannot be read; this is not reported to the probe
     */
    public void part(InputStream in) throws IOException {
        new BoundedLines(MAX_BYTES, new BoundedLines.Visitor() {
                    @Override
                    public void line(String text, long bytes) {
                        probe.bytes(bytes);
                        take("", "", text, 0);
                    }

                    @Override
                    public void tooLong(String beginning, long bytes) {
                        probe.bytes(bytes);
                        count(Problem.TOO_LONG, beginning);
                    }

                    @Override
                    public void dry() {
                        pause();
                    }
                })
                .read(in);
    }

    /**
     * Takes lines to their end, then {@linkplain ConsumerProbe#ended() ends} the probe's reports. An exception of the iterator is
     * passed on, and reported to the probe.
     *
     * @param lines without line ends
     */
    public void read(Iterator<String> lines) {
        try {
            while (lines.hasNext()) {
                line(lines.next());
            }
        } catch (RuntimeException | Error e) {
            pause();
            probe.failed(e);
            throw e;
        }
        pause();
        probe.ended();
    }

    /** The counts until now. */
    public synchronized Findings findings() {
        return new Findings(
                format,
                lines,
                reporter.rows(),
                reporter.deleted(),
                reporter.unstamped(),
                passedOver,
                unreadable,
                firstUnreadable);
    }
}
