// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import io.github.cdctester.result.Note;
import java.util.regex.Pattern;

/**
 * A reason not to trust a number.
 *
 * @param code that of a note, or of what else is wrong; {@link #INTERRUPTED} where something ended before its time
 * @param what what may be wrong, in a few words
 * @param why what was seen; may be empty
 * @param remedy what to do about it; may be empty
 */
public record Warning(String code, Note.Severity severity, String what, String why, String remedy) {

    private static final int MOST_CHARACTERS = 600;
    private static final Pattern SETTING = Pattern.compile("$|[a-z]+_[a-z_]+");

    /** Something ended before its time: of what still goes on, this is not said. */
    public static final String INTERRUPTED = "INTERRUPTED";

    /** Something that ended before its time. */
    public static Warning interrupted(String what, String why, String remedy) {
        return new Warning(INTERRUPTED, Note.Severity.HIGH, what + " was interrupted", why, remedy);
    }

    /** What and why in one line. */
    public String line() {
        return why.isEmpty() ? what : what + (Character.isUpperCase(why.charAt(0)) ? ". " : ": ") + why;
    }

    /** With a capital, unless it begins with the name of a setting. */
    private static String sentence(String text) {
        return SETTING.matcher(text).lookingAt() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    public static Warning of(Note note) {
        String all = note.text();
        String text = all.length() <= MOST_CHARACTERS ? all : all.substring(0, MOST_CHARACTERS) + "…";
        return new Warning(note.code().name(), note.severity(), sentence(text), note.reason(), note.remedy());
    }
}
