// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.html;

import io.github.cdctester.internal.report.document.Warning;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Note.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A line that the reader can unfold. It contains one warning, or all warnings about differences from production. */
record FoldedWarning(String line, List<Warning> warnings) {

    /** A small number keeps the first chart on the first screen. If only one more line exists, it is not folded. */
    private static final int FIRST_LINES = 2;

    private static final Map<String, String> PRODUCTION_DIFFERENCES = Map.of(
            Code.SAME_MACHINE.name(), "tester and server on one machine",
            Code.COMMITS_NOT_DURABLE.name(), "commits that do not wait for the disk",
            Code.BUFFER_POOL_SMALL.name(), "a small buffer pool",
            Code.NOT_ENCRYPTED.name(), "no TLS");

    static List<FoldedWarning> visible(List<Warning> warnings) {
        List<FoldedWarning> lines = of(warnings);
        return lines.size() <= FIRST_LINES + 1 ? lines : lines.subList(0, FIRST_LINES);
    }

    static List<FoldedWarning> folded(List<Warning> warnings) {
        List<FoldedWarning> lines = of(warnings);
        return lines.size() <= FIRST_LINES + 1 ? List.of() : lines.subList(FIRST_LINES, lines.size());
    }

    private static List<FoldedWarning> of(List<Warning> unsortedWarnings) {
        List<Warning> sortedWarnings = unsortedWarnings.stream()
                .sorted(Comparator.comparing(Warning::severity))
                .toList();
        List<Warning> productionWarnings = sortedWarnings.stream()
                .filter(warning -> PRODUCTION_DIFFERENCES.containsKey(warning.code()))
                .toList();
        List<FoldedWarning> lines = new ArrayList<>();
        for (Warning warning : sortedWarnings) {
            if (productionWarnings.size() < 2 || !productionWarnings.contains(warning)) {
                lines.add(new FoldedWarning(warning.what(), List.of(warning)));
            } else if (warning.equals(productionWarnings.get(0))) {
                String names = productionWarnings.stream()
                        .map(member -> PRODUCTION_DIFFERENCES.getOrDefault(member.code(), ""))
                        .distinct()
                        .collect(Collectors.joining(", "));
                lines.add(new FoldedWarning("Not as in production: " + names, productionWarnings));
            }
        }
        return lines;
    }

    boolean isGroup() {
        return warnings.size() > 1;
    }

    boolean isSevere() {
        return warnings.stream().anyMatch(warning -> warning.severity() == Severity.HIGH);
    }
}
