// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.consumer;

import io.github.cdctester.internal.consumer.format.BoundedLines;
import io.github.cdctester.internal.consumer.format.LineFormat;
import io.github.cdctester.internal.consumer.format.LineReports;
import io.github.cdctester.internal.consumer.format.Reports;
import io.github.cdctester.internal.consumer.format.RowShape;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells a probe what a consumer prints: a line a change, as Debezium, Canal, Maxwell and Flink CDC write it, as CSV, or a
 * transaction's name. {@code docs/judge.md} has each format.
 *
 * <pre>{@code
 * ConsumerLines lines = ConsumerLines.to(probe, ConsumerLines.Shape.DEFAULT);
 * records.forEach(record -> lines.line(record.key(), record.value())); // in a callback
 * lines.read(process.getInputStream());                                // or a whole output, to its end
 * }</pre>
 *
 * <p>No line makes it throw: one that cannot be read is counted here and at the probe. Safe for several threads; lines are taken
 * one after the other. A {@code Reader} is read by {@code lines.read(reader.lines().iterator())}.
 */
public final class ConsumerLines {

    /** What lines look like. */
    public enum Format {
        /** Told from the first line that can be told from. */
        AUTO,
        /** Debezium's envelope as JSON, with its schema or without. */
        DEBEZIUM,
        /** Canal's flat messages as JSON. */
        CANAL,
        /** Maxwell's JSON. */
        MAXWELL,
        /** Rows as Flink's print connector writes them, or JSON of Flink's; by columns that have to be named. */
        FLINK,
        /** Table, key and sequence, or what a header says. */
        CSV,
        /** A GTID a line, or FILE:POSITION. */
        GTID
    }

    /**
     * What is said once of all lines.
     *
     * @param format what they look like
     * @param identity how what was seen is named; {@code null} for what the first change has: a stamp, else a GTID
     * @param key the key's columns; empty for those that lines name, else {@code id}, else the whole row
     * @param columns the columns of rows that are written without names; empty for none
     * @param table the table of lines that name none; empty for none
     * @param tableColumn the column that has the table's name; empty for none
     */
    public record Shape(
            Format format,
            @Nullable Identity identity,
            List<String> key,
            List<String> columns,
            String table,
            String tableColumn) {

        /** All is told from the lines. */
        public static final Shape DEFAULT = new Shape(Format.AUTO, null, List.of(), List.of(), "", "");

        /** Copies the lists. */
        public Shape {
            key = List.copyOf(key);
            columns = List.copyOf(columns);
        }

        /**
         * The same for another format.
         *
         * @param other the format
         * @return a shape
         */
        public Shape withFormat(Format other) {
            return new Shape(other, identity, key, columns, table, tableColumn);
        }

        /**
         * The same with another way of naming.
         *
         * @param other the way
         * @return a shape
         */
        public Shape withIdentity(Identity other) {
            return new Shape(format, other, key, columns, table, tableColumn);
        }
    }

    /**
     * What was found until now.
     *
     * @param format what the lines look like; {@code AUTO} as long as that cannot be told
     * @param lines all of them
     * @param rows row changes that they are about
     * @param deleted those of them that deleted a row, of which a stamp says nothing
     * @param unstamped those of them without a stamp, where stamps are looked for
     * @param passedOver lines about no change: heartbeats, tombstones, rows of a snapshot, statements, headers, empty ones
     * @param unreadable lines that could not be read
     * @param firstUnreadable the first of them: its number, the reason, and how it begins; {@code null} for none
     */
    public record Found(
            Format format,
            long lines,
            long rows,
            long deleted,
            long unstamped,
            long passedOver,
            long unreadable,
            @Nullable String firstUnreadable) {}

    private final ConsumerProbe probe;
    private final LineReports reports;

    private ConsumerLines(ConsumerProbe probe, Shape shape) {
        this.probe = probe;
        Identity identity = shape.identity();
        reports = new LineReports(
                LineFormat.valueOf(shape.format().name()),
                identity == null ? "AUTO" : identity.name(),
                new RowShape(shape.key(), shape.table(), shape.tableColumn(), shape.columns()),
                new ToProbe(probe));
    }

    /**
     * Creates a reader of lines.
     *
     * @param probe is told what they say
     * @param shape what is said once of all of them
     * @return the reader
     */
    public static ConsumerLines to(ConsumerProbe probe, Shape shape) {
        return new ConsumerLines(probe, shape);
    }

    /**
     * Takes a line.
     *
     * @param line without its end
     */
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
        if (value != null) {
            probe.bytes(value.getBytes(StandardCharsets.UTF_8).length);
            take(key == null ? "" : key, value);
        }
    }

    private synchronized void take(String key, String line) {
        long before = reports.rows();
        Optional<String> fault = reports.line(key, line);
        probe.events(reports.rows() - before);
        told(fault);
    }

    private synchronized void lost(String beginning, long bytes) {
        probe.bytes(bytes);
        told(reports.lost("longer than " + (BoundedLines.LONGEST_BYTES >> 20) + " MiB", beginning));
    }

    /** A line was taken. */
    private void told(Optional<String> fault) {
        probe.lines(1, fault.isPresent() ? 1 : 0, fault.orElse(""));
    }

    /**
     * Nothing more has come for now. A transaction whose lines do not say which is the last one is taken for whole: call this
     * when a queue is empty, so that it need not wait for the next one.
     */
    public synchronized void pause() {
        reports.settle();
    }

    /**
     * Reads UTF-8 to its end, then {@linkplain ConsumerProbe#ended() ends} the probe's reports.
     *
     * @param in is not closed
     * @throws IOException if it cannot be read; the probe is told so
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
     * Reads UTF-8 to its end, behind which more may follow from elsewhere.
     *
     * @param in is not closed
     * @throws IOException if it cannot be read; the probe is not told so
     */
    public void part(InputStream in) throws IOException {
        new BoundedLines(BoundedLines.LONGEST_BYTES, new BoundedLines.Visitor() {
                    @Override
                    public void line(String text, long bytes) {
                        probe.bytes(bytes);
                        take("", text);
                    }

                    @Override
                    public void tooLong(String beginning, long bytes) {
                        lost(beginning, bytes);
                    }

                    @Override
                    public void dry() {
                        pause();
                    }
                })
                .read(in);
    }

    /**
     * Takes lines to their end, then {@linkplain ConsumerProbe#ended() ends} the probe's reports. What the iterator throws
     * comes out, and the probe is told so.
     *
     * @param lines without their ends
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

    /**
     * What was found until now.
     *
     * @return counts of lines
     */
    public synchronized Found found() {
        return new Found(
                Format.valueOf(reports.format().name()),
                reports.lines(),
                reports.rows(),
                reports.deleted(),
                reports.unstamped(),
                reports.passedOver(),
                reports.unreadable(),
                reports.firstUnreadable());
    }

    /** A probe as what reports go to. */
    private record ToProbe(ConsumerProbe probe) implements Reports {
        @Override
        public void transaction(String gtid) {
            probe.seen(gtid);
        }

        @Override
        public void transaction(String file, long position) {
            probe.seen(file, position);
        }

        @Override
        public void row(String table, String key, long sequence) {
            probe.seen(table, key, sequence);
        }
    }
}
