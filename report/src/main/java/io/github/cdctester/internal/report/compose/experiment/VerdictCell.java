// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.report.document.Cell;
import io.github.cdctester.internal.report.document.Tone;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import org.jspecify.annotations.Nullable;

/** Creates table cells for verdicts. */
public final class VerdictCell {

    private VerdictCell() {}

    public static Cell of(@Nullable RunResult run) {
        return run == null ? Cell.of(null) : of(run.verdict());
    }

    public static Cell of(Verdict verdict) {
        return of(verdict.headline(), verdict.status());
    }

    public static Cell of(@Nullable String headline, Verdict.@Nullable Status status) {
        return Cell.of(headline, tone(status));
    }

    public static Tone tone(Verdict.@Nullable Status status) {
        return status == null || status == Verdict.Status.NOT_CHECKED
                ? Tone.UNSURE
                : status.isBad() ? Tone.BAD : Tone.GOOD;
    }
}
