// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.document.Warning;
import java.util.List;

/** Words that end as sentences do, wherever they are from. */
final class Sentences {

    private Sentences() {}

    /** Doubts whose reasons and remedies are sentences. */
    static List<Warning> of(List<Warning> doubts) {
        return doubts.stream()
                .map(doubt -> new Warning(doubt.what(), ended(doubt.why()), ended(doubt.remedy())))
                .toList();
    }

    /** The same with a full stop, unless it has an end. */
    static String ended(String words) {
        String text = words.strip();
        return text.isEmpty() || ".!?…".indexOf(text.charAt(text.length() - 1)) >= 0 ? text : text + ".";
    }
}
