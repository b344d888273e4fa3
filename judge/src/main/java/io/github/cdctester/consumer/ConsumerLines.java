// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.json.JsonObject;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads lines that a consumer prints, and reports their changes to a probe. A line is a change (Debezium, Canal, Maxwell or Flink CDC),
 * a CSV row, or the GTID or position of a transaction. {@code docs/judge.md} describes each format.
 *
 * <pre>{@code
 * ConsumerLines lines = ConsumerLines.to(probe, ConsumerLines.Shape.DEFAULT);
 * records.forEach(record -> lines.line(record.key(), record.value())); // in a callback
 * lines.read(process.getInputStream());                                // or a whole output, to its end
 * }</pre>
 *
 * <p>Invalid lines cause no exception; {@link #findings()} and the result count them. Thread-safe: lines are processed one after the
 * other. To read a {@code BufferedReader}, call {@code lines.read(reader.lines().iterator())}.
 */
public final class ConsumerLines {

    static final String DEFAULT_KEY = "id";

    /** Maximum length of a line of an input stream, in bytes. Kafka's default limit for a message is 1 MB. */
    static final int MAX_BYTES = 16 << 20;

    /** The formats of lines, in the order in which {@link #AUTO} tries them. */
    public enum Format {
        /** Detected from the first line that matches a format. */
        AUTO(shape -> null, message -> false),
        /** Debezium's envelope as JSON, with or without its schema. */
        DEBEZIUM(DebeziumLines::new, json(DebeziumLines::looksLike)),
        /** Rows as JSON without an envelope, such as Debezium's output after {@code ExtractNewRecordState}. */
        FLAT(FlatLines::new, json((message, line) -> FlatLines.looksLike(line))),
        /** Canal's flat messages as JSON. */
        CANAL(CanalLines::new, json((message, line) -> CanalLines.looksLike(line))),
        /** Maxwell's JSON. */
        MAXWELL(MaxwellLines::new, json((message, line) -> MaxwellLines.looksLike(line))),
        /** Rows of Flink's print connector, which require {@link Shape#columns}, or Flink's JSON. */
        FLINK(FlinkRows::new, text(FlinkRows::looksLike)),
        /** One GTID or {@code FILE:POSITION} per line. */
        GTID(shape -> new GtidLines(), text(line -> GtidLines.looksLike(line.strip()))),
        /** Comma-separated table, key and stamp, or the columns that a header line names. */
        CSV(CsvLines::new, text(CsvLines::looksLike));

        private final Function<Shape, @Nullable LineReader> reader;
        private final Predicate<ConsumerMessage> recognizer;

        Format(Function<Shape, @Nullable LineReader> reader, Predicate<ConsumerMessage> recognizer) {
            this.reader = reader;
            this.recognizer = recognizer;
        }

        private static Predicate<ConsumerMessage> json(BiPredicate<ConsumerMessage, JsonObject> recognizer) {
            return message -> message.json() != null && recognizer.test(message, message.json());
        }

        private static Predicate<ConsumerMessage> text(Predicate<String> recognizer) {
            return message -> message.json() == null && recognizer.test(message.line());
        }

        /** Returns {@code null} for {@link #AUTO}. */
        @Nullable
        LineReader reader(Shape shape) {
            return reader.apply(shape);
        }

        /** Returns {@link #AUTO} if no format matches. */
        static Format of(ConsumerMessage message) {
            return Stream.of(values())
                    .filter(format -> format.recognizer.test(message))
                    .findFirst()
                    .orElse(AUTO);
        }
    }

    /**
     * The settings for reading lines.
     *
     * @param format the format of the lines
     * @param identity how changes are matched with commits; {@code null} to use the identity of the first change: a stamp, else a
     *     GTID, else a position
     * @param key key columns; if empty, the key in the line is used, else {@code id}, else the whole row
     * @param columns column names for formats that do not contain them; empty if the lines contain names
     * @param table table name for lines without a table name; empty to use the topic
     * @param tableColumn column that contains the table's name; empty if there is none
     */
    public record Shape(
            Format format,
            @Nullable Identity identity,
            List<String> key,
            List<String> columns,
            String table,
            String tableColumn) {

        /** All settings are detected from the lines. */
        public static final Shape DEFAULT = new Shape(Format.AUTO, null, List.of(), List.of(), "", "");

        public Shape {
            key = List.copyOf(key);
            columns = List.copyOf(columns);
        }

        /** Returns a copy with another format. */
        public Shape withFormat(Format other) {
            return new Shape(other, identity, key, columns, table, tableColumn);
        }

        /** Returns a copy with another identity. */
        public Shape withIdentity(Identity other) {
            return new Shape(format, other, key, columns, table, tableColumn);
        }

        /** Returns the first nonempty table name: from the line, the table column, this shape, or the topic. */
        String tableOf(String nameInLine, String nameInColumn, String topic) {
            String name = nameInLine.isEmpty() ? nameInColumn : nameInLine;
            return !name.isEmpty() ? name : table.isEmpty() ? topic : table;
        }
    }

    /**
     * The counts of lines read so far.
     *
     * @param format the format of the lines; {@code AUTO} until it is detected
     * @param lines number of all lines; each element of a JSON array counts as a line
     * @param rows number of row changes
     * @param deleted number of deletes; a deleted row has the stamp of its previous change
     * @param unstamped number of inserts and updates without a stamp, if stamps identify changes
     * @param linesWithoutChange number of heartbeats, statements, headers, empty lines and texts {@code null}; also snapshot rows
     *     if the snapshot is not {@linkplain ConsumerProbe#judgeSnapshot() judged}
     * @param unreadable number of lines that could not be read
     * @param firstUnreadable the first unreadable line; {@code null} if there is none
     */
    public record Findings(
            Format format,
            long lines,
            long rows,
            long deleted,
            long unstamped,
            long linesWithoutChange,
            long unreadable,
            @Nullable UnreadableLine firstUnreadable) {}

    private final ConsumerProbe probe;
    private final JudgedProbe judged;
    private final JudgedLines lines;

    private ConsumerLines(ConsumerProbe probe, Shape shape) {
        this.probe = probe;
        judged = JudgedProbe.of(probe);
        lines = new JudgedLines(probe, shape);
        judged.addLineReader(lines);
    }

    /** Creates a reader that reports changes to a probe. */
    public static ConsumerLines to(ConsumerProbe probe, Shape shape) {
        return new ConsumerLines(probe, shape);
    }

    /** Returns true if the run that listened to the probe has ended. Later lines are ignored. */
    public boolean isRunOver() {
        return judged.hasRunEnded();
    }

    /**
     * Adds a remark on the source of the lines, such as a truncated file, to the verdict's reason.
     *
     * @param remark called when the verdict is made; returns empty if there is no remark
     */
    public void remark(Supplier<Optional<String>> remark) {
        judged.addRemark(remark);
    }

    /** Reads one line, without its line terminator. */
    public void line(String line) {
        line(null, line);
    }

    /**
     * Reads a message with a key, such as a Kafka message.
     *
     * @param key the key; {@code null} if there is none
     * @param value the message; {@code null} for a tombstone
     */
    public void line(@Nullable String key, @Nullable String value) {
        message("", key, value, 0);
    }

    /**
     * Reads a message of a topic. The topic is used as the table if the message names no table.
     *
     * @param topic the topic; empty if unknown
     * @param key the key; {@code null} if there is none
     * @param value the message; {@code null} for a tombstone
     * @param recordMillis timestamp of the record, in ms since the epoch; 0 or below if unknown
     */
    public void message(String topic, @Nullable String key, @Nullable String value, long recordMillis) {
        lines.message(topic, key, value, recordMillis);
    }

    /**
     * Call this when no more lines are available, such as when a queue is empty. If the format does not mark the end of a transaction,
     * the open transaction is then reported as complete.
     */
    public void pause() {
        lines.onPause();
    }

    /**
     * Reads UTF-8 lines until the end of the input, then {@linkplain ConsumerProbe#ended() ends} the probe's reports.
     *
     * @param in the input, which stays open
     * @throws IOException if the input cannot be read; the probe then reports that the consumer failed
     */
    public void read(InputStream in) throws IOException {
        try {
            readPart(in);
        } catch (IOException e) {
            pause();
            probe.failed(e);
            throw e;
        }
        probe.ended();
    }

    /**
     * Reads UTF-8 lines until the end of the input. The probe's reports do not end, so that other inputs may follow.
     *
     * @param in the input, which stays open
     * @throws IOException if the input cannot be read; the probe does not report this
     */
    public void readPart(InputStream in) throws IOException {
        new BoundedLines(MAX_BYTES, lines).read(in);
    }

    /**
     * Reads all lines, then {@linkplain ConsumerProbe#ended() ends} the probe's reports. If the iterator throws, the probe reports that
     * the consumer failed.
     *
     * @param lines the lines, without line terminators
     */
    public void read(Iterator<String> lines) {
        try {
            lines.forEachRemaining(this::line);
        } catch (RuntimeException | Error e) {
            pause();
            probe.failed(e);
            throw e;
        }
        pause();
        probe.ended();
    }

    /** Returns the counts so far. */
    public Findings findings() {
        return lines.findings();
    }
}
