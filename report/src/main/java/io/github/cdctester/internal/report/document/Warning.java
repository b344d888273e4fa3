// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

import io.github.cdctester.result.Note;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.regex.Pattern;

/**
 * A reason not to trust a result.
 *
 * @param code the code of a note or of another problem; {@link #INTERRUPTED} if the run ended early
 * @param why the evidence; may be empty
 * @param remedy may be empty
 */
public record Warning(String code, Note.Severity severity, String what, String why, String remedy) {

    private static final int MAX_TEXT_LENGTH = 600;
    private static final Pattern SETTING = Pattern.compile("$|[a-z]+_[a-z_]+");

    /** The page of a running experiment omits this warning. */
    public static final String INTERRUPTED = "INTERRUPTED";

    private static final ResourceBundle TEXTS =
            ResourceBundle.getBundle(Warning.class.getPackageName() + ".warnings", Locale.ROOT);

    /**
     * Creates a warning from {@code warnings.properties}.
     *
     * @param key the kind of result and the code, such as {@code sweep.ONE_RUN}
     * @param arguments values for {@code %1$s} and so on
     */
    public static Warning of(String key, Object... arguments) {
        String[] parts = TEXTS.getString(key).split(" \\| ", 4);
        return new Warning(
                key.substring(key.indexOf('.') + 1),
                Note.Severity.valueOf(parts[0]),
                String.format(Locale.ROOT, parts[1], arguments),
                String.format(Locale.ROOT, parts[2], arguments),
                String.format(Locale.ROOT, parts[3], arguments));
    }

    public String line() {
        return why.isEmpty() ? what : what + (Character.isUpperCase(why.charAt(0)) ? ". " : ": ") + why;
    }

    /** Does not capitalize the name of a setting. */
    private static String sentence(String text) {
        return SETTING.matcher(text).lookingAt() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    public static Warning of(Note note) {
        String fullText = note.text();
        String text = fullText.length() <= MAX_TEXT_LENGTH ? fullText : fullText.substring(0, MAX_TEXT_LENGTH) + "…";
        return new Warning(note.code().name(), note.severity(), sentence(text), note.reason(), note.remedy());
    }
}
