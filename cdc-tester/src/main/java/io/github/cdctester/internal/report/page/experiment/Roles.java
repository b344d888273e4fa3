// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.page.experiment;

import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.FindMaxResult.TrialOutcome;

/** Colours by what they stand for, beside those that a run has. */
final class Roles {

    static final String GOOD = "good";
    static final String BAD = "bad";
    static final String UNSURE = "unsure";
    static final String NOISE = "noise";

    /** The first of two that are compared. */
    static final String BEFORE = "a";

    /** The second. */
    static final String AFTER = "b";

    private Roles() {}

    static String of(TrialOutcome outcome) {
        return switch (outcome) {
            case HELD -> GOOD;
            case RUN_FAILED -> UNSURE;
            case LIMIT_BROKE -> BAD;
            case BACKLOG_GREW -> "grew";
            case NOT_DELIVERED -> "undelivered";
        };
    }

    static String of(Mark mark) {
        return switch (mark) {
            case BETTER -> GOOD;
            case WORSE -> BAD;
            case CHANGED -> "main";
            case INSIDE_NOISE -> NOISE;
            case ONE_RUN, UNKNOWN -> UNSURE;
        };
    }
}
