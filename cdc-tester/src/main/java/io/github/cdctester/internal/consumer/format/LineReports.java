// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

import io.github.cdctester.internal.json.JsonObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a consumer's lines, and reports what they say. By one thread at a time. */
public final class LineReports {

    private static final int SHOWN_CHARACTERS = 80;

    private final RowShape shape;
    private final Naming naming;
    private LineFormat format;
    private @Nullable LineForm form;

    private long lines;
    private long passedOver;
    private long unreadable;
    private @Nullable String firstUnreadable;

    /**
     * Creates it.
     *
     * @param way how what was seen is named: the name of a constant of {@code ConsumerResult.Identity}, or {@code AUTO}
     */
    public LineReports(LineFormat format, String way, RowShape shape, Reports reports) {
        this.format = format;
        this.shape = shape;
        naming = new Naming(Naming.Way.valueOf(way), reports);
        form = format.form(shape).orElse(null);
    }

    /**
     * Reads a line.
     *
     * @param key what came with it as its key; empty for none
     * @return why it cannot be read, with its beginning; empty where it can
     */
    public Optional<String> line(String key, String text) {
        lines++;
        String line = text.isEmpty() || !Character.isWhitespace(text.charAt(0)) ? text : text.strip();
        if (line.isBlank() || line.equals("null")) {
            passedOver++;
            return Optional.empty();
        }
        LineForm reader = reader(line);
        if (reader == null) {
            if (JsonObject.parse(line).filter(DebeziumLines::saysNothing).isPresent()) {
                passedOver++;
                return Optional.empty();
            }
            return fault("of no format that is known", line);
        }
        Reading reading = reader.read(key, line);
        if (!reading.fault().isEmpty()) {
            return fault(reading.fault(), line);
        }
        passedOver += reading.changes().isEmpty() ? 1 : 0;
        for (Change change : reading.changes()) {
            String why = naming.take(change);
            if (!why.isEmpty()) {
                return fault(why, line);
            }
        }
        return Optional.empty();
    }

    private @Nullable LineForm reader(String line) {
        if (form == null) {
            format = LineFormat.of(line, shape);
            form = format.form(shape).orElse(null);
        }
        return form;
    }

    /** Counts a line that could not be had whole. */
    public Optional<String> lost(String why, String beginning) {
        lines++;
        return fault(why, beginning);
    }

    private Optional<String> fault(String why, String line) {
        unreadable++;
        String shown = line.length() <= SHOWN_CHARACTERS ? line : line.substring(0, SHOWN_CHARACTERS) + "…";
        String text = "line " + lines + " (" + why + "): \"" + shown + '"';
        if (firstUnreadable == null) {
            firstUnreadable = text;
        }
        return Optional.of(text);
    }

    /** Nothing more has come for now. */
    public void settle() {
        naming.settle();
    }

    /** The format, which may have been told from a line; {@link LineFormat#AUTO} as long as it is not known. */
    public LineFormat format() {
        return format;
    }

    /** How what was seen is named, as in the constructor. */
    public String way() {
        return naming.way().name();
    }

    /** All lines. */
    public long lines() {
        return lines;
    }

    /** Row changes that lines were about. */
    public long rows() {
        return naming.rows();
    }

    /** Those of them that deleted a row. */
    public long deleted() {
        return naming.deleted();
    }

    /** Those of them that have no stamp though they should. */
    public long unstamped() {
        return naming.unstamped();
    }

    /** Lines that are about no change. */
    public long passedOver() {
        return passedOver;
    }

    /** Lines that could not be read. */
    public long unreadable() {
        return unreadable;
    }

    /** The first of them, with the reason. */
    public @Nullable String firstUnreadable() {
        return firstUnreadable;
    }
}
