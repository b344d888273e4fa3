// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import io.github.cdctester.config.Plan;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one run.
 *
 * @param schemaVersion {@value #SCHEMA_VERSION}
 * @param tool what measured
 * @param startedAt when the measured part began
 * @param plan what was asked for
 * @param server what the server of the stream said about itself; of several, the first one's
 * @param clock that server's clock against the tester's
 * @param interrupted whether the run ended before its time
 * @param interruptedBecause why, or {@code null}
 * @param notes what a reader of the numbers must know: one sentence each
 * @param summary the measured part
 * @param verdict whether the stream lost, repeated or reordered anything
 * @param checks limits that were to be held
 * @param samples a row a second
 */
public record RunResult(
        int schemaVersion,
        ToolInfo tool,
        Instant startedAt,
        Plan plan,
        ServerSummary server,
        ClockSummary clock,
        boolean interrupted,
        @Nullable String interruptedBecause,
        List<String> notes,
        Summary summary,
        Verdict verdict,
        List<Check> checks,
        List<SampleRow> samples) {

    /** The version of result.json's form; a reader must refuse a higher one. */
    public static final int SCHEMA_VERSION = 1;
}
