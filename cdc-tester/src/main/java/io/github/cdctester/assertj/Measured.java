// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.assertj;

import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import java.util.List;

/**
 * The subject of assertions: a whole run, or an interval of it.
 *
 * @param result the run
 * @param stretch the seconds of a stretch; empty for the whole run, whose numbers are those of its summary
 * @param where what to say of the stretch, behind the name of a number; empty for the whole run
 * @param findings where failures go
 */
record Measured(RunResult result, List<SampleRow> stretch, String where, Findings findings) {

    static Measured whole(RunResult result, Findings findings) {
        return new Measured(result, List.of(), "", findings);
    }

    /** Seconds of a run, both ends included. */
    static Measured between(RunResult result, long first, long last, Findings findings) {
        if (first > last) {
            throw new IllegalArgumentException(
                    "between(" + first + ", " + last + "): the first second must not be behind the last");
        }
        List<SampleRow> rows = result.samples().stream()
                .filter(row -> first <= row.second() && row.second() <= last)
                .toList();
        String where = " between seconds " + first + " and " + last;
        if (rows.isEmpty()) {
            findings.fail("There are no samples" + where + ": " + has(result));
            return new Measured(result, rows, where, findings.silent());
        }
        return new Measured(result, rows, where, findings);
    }

    private static String has(RunResult result) {
        List<SampleRow> all = result.samples();
        return all.isEmpty()
                ? "the run has none"
                : "the run has seconds " + all.get(0).second() + " to "
                        + all.get(all.size() - 1).second();
    }

    boolean isWhole() {
        return stretch.isEmpty();
    }

    /** The seconds that the numbers are of; with the drain or without it. */
    List<SampleRow> seconds(boolean withDrain) {
        return isWhole()
                ? result.samples().stream()
                        .filter(row -> row.phase() == SampleRow.Part.MEASURE
                                || withDrain && row.phase() == SampleRow.Part.DRAIN)
                        .toList()
                : stretch;
    }

    Measured silent() {
        return new Measured(result, stretch, where, findings.silent());
    }
}
