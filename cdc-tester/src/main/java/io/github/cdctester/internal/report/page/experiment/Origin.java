// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.internal.report.SweepText.Line;
import io.github.cdctester.result.RunResult;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where a page's numbers are from. */
final class Origin {

    private Origin() {}

    /** The server, if it is among the lines, and when it was. */
    static String subtitle(List<Line> head, Instant startedAt) {
        return head.stream()
                        .filter(line -> line.label().equals("server"))
                        .map(line -> line.words() + ", ")
                        .findFirst()
                        .orElse("")
                + "begun at " + startedAt.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Who measured, and the file that has all of it. */
    static String footer(Stream<@Nullable RunResult> runs, String file) {
        return runs.filter(Objects::nonNull)
                        .map(RunResult::tool)
                        .findFirst()
                        .map(tool -> "cdc-tester " + tool.version() + ", " + tool.os() + ", Java " + tool.java() + ". ")
                        .orElse("")
                + "All numbers are in " + file + ".";
    }
}
