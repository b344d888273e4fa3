// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.watch;

import java.util.Locale;

/** A text as a string of JSON in ASCII, on one line. */
final class JsonText {

    private JsonText() {}

    static String of(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char letter = text.charAt(i);
            if (letter == '"' || letter == '\\') {
                json.append('\\').append(letter);
            } else if (letter < ' ' || letter > '~') {
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) letter));
            } else {
                json.append(letter);
            }
        }
        return json.append('"').toString();
    }
}
