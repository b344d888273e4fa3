// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import java.util.ArrayList;
import java.util.List;

public final class OptionText {

    private OptionText() {}

    /**
     * Works like a shell, but without escapes. Quotes preserve blanks, also inside a word. {@code #} at the start of a word starts a
     * comment.
     */
    public static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean isInWord = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (quote != 0) {
                quote = character == quote ? 0 : quote;
                if (quote != 0) {
                    word.append(character);
                }
            } else if (Character.isWhitespace(character)) {
                if (isInWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                isInWord = false;
            } else if (character == '#' && !isInWord) {
                int end = text.indexOf('\n', i);
                i = end < 0 ? text.length() : end;
            } else {
                isInWord = true;
                quote = character == '"' || character == '\'' ? character : 0;
                if (quote == 0) {
                    word.append(character);
                }
            }
        }
        if (isInWord) {
            words.add(word.toString());
        }
        return words;
    }

    /**
     * Reads sysbench's format, one {@code key=value} per line. Optional: {@code --} before the key, blanks around {@code =}, and quotes
     * around the value. Skips empty lines, comments after {@code #} and headings in brackets.
     */
    public static List<String> settings(String text) {
        List<String> arguments = new ArrayList<>();
        for (String line : text.split("\\R")) {
            String setting = line.strip();
            if (!setting.isEmpty() && setting.charAt(0) != '#' && setting.charAt(0) != '[') {
                arguments.add(setting(setting));
            }
        }
        return arguments;
    }

    private static String setting(String line) {
        int equals = line.indexOf('=');
        String key = (equals < 0 ? line.replaceFirst("\\s+#.*", "") : line.substring(0, equals)).strip();
        String name = key.startsWith("--") ? key : "--" + key;
        return equals < 0 ? name : name + "=" + value(line.substring(equals + 1).strip());
    }

    private static String value(String text) {
        char first = text.isEmpty() ? ' ' : text.charAt(0);
        int end = first == '"' || first == '\'' ? text.indexOf(first, 1) : -1;
        return end > 0 ? text.substring(1, end) : text.replaceFirst("(^|\\s+)#.*", "");
    }
}
