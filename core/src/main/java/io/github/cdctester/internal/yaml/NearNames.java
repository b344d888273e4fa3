// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.yaml;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Finds names that are similar to a mistyped name. */
public final class NearNames {

    private static final int MAX_NAMES = 4;

    private NearNames() {}

    /** Returns up to four names, the nearest first. A name with the given text as a part before a dot is also similar. */
    public static List<String> nearestNames(String mistypedName, Collection<String> names) {
        String lowerCase = mistypedName.toLowerCase(Locale.ROOT);
        // at least one letter must match
        int tolerance = Math.min(Math.max(2, lowerCase.length() / 3), lowerCase.length() - 1);
        return names.stream()
                .filter(name -> distance(lowerCase, name) <= tolerance)
                .sorted(Comparator.<String>comparingInt(name -> distance(lowerCase, name))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MAX_NAMES)
                .toList();
    }

    /** Prefers the first name that starts with the unknown one, then the nearest name; empty if there is none. */
    public static String didYouMean(String mistypedName, Collection<String> names) {
        return Stream.concat(
                        names.stream().filter(name -> !mistypedName.isEmpty() && name.startsWith(mistypedName)),
                        nearestNames(mistypedName, names).stream())
                .findFirst()
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }

    /** Lists all names, and hints at the name that was probably meant. */
    public static String oneOf(String mistypedName, Collection<String> names) {
        return String.join(", ", names) + didYouMean(mistypedName, names);
    }

    private static int distance(String text, String name) {
        String lowerCaseName = name.toLowerCase(Locale.ROOT);
        int minimum = Integer.MAX_VALUE;
        // users may omit the first parts of a name, and the unit at its end
        String suffix = lowerCaseName;
        while (!suffix.isEmpty()) {
            minimum = Math.min(minimum, editDistance(text, suffix));
            minimum = Math.min(minimum, editDistance(text, suffix.replaceFirst("(millis|micros|percent)$", "")));
            if (suffix.startsWith(text + ".")) {
                return 1;
            }
            suffix = suffix.contains(".") ? suffix.substring(suffix.indexOf('.') + 1) : "";
        }
        return minimum;
    }

    private static int editDistance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int substitutionCost = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substitutionCost, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
