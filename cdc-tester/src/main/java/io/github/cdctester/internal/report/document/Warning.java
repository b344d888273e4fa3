// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import io.github.cdctester.result.Note;

/**
 * A reason not to trust a number.
 *
 * @param code that of a note, or of what else is wrong; {@link #INTERRUPTED} where something ended before its time
 * @param what what may be wrong, in a few words
 * @param why what was seen; may be empty
 * @param remedy what to do about it; may be empty
 */
public record Warning(String code, Note.Severity severity, String what, String why, String remedy) {

    /** Something ended before its time: of what still goes on, this is not said. */
    public static final String INTERRUPTED = "INTERRUPTED";

    /** Something without a code yet. */
    public Warning(String what, String why, String remedy) {
        this(Note.Code.OTHER.name(), Note.Severity.MEDIUM, what, why, remedy);
    }

    /** Something that ended before its time. */
    public static Warning interrupted(String what, String why, String remedy) {
        return new Warning(INTERRUPTED, Note.Severity.HIGH, what + " was interrupted", why, remedy);
    }

    /** A note. */
    public static Warning of(Note note) {
        String text = note.text();
        return new Warning(
                note.code().name(),
                note.severity(),
                Character.toUpperCase(text.charAt(0)) + text.substring(1),
                note.reason(),
                note.remedy());
    }
}
