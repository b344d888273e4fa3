// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.result.Comparison.Better;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the better direction of a value by its name. */
public final class Direction {

    private static final Pattern UP = Pattern.compile(".*(PerSecond|PerMinute|EfficiencyPercent)(\\.(min|avg|max))?|"
            + Pattern.quote(ComparedValue.HIGHEST_RATE.name()));

    /** Durations and what the tester takes of the machine. */
    private static final Pattern DOWN = Pattern.compile(
            ".*(Millis|Micros|Seconds|SecondsPerGigabyte|HeapBytes|reconnects|Reconnects)(\\.(min|avg|max))?");

    /** Counts of faults. */
    private static final Set<String> FAULTS = Set.of(
            "errorsPerCode",
            "unknownOutcome",
            "notStarted",
            "leftOutPercent",
            "missing",
            "duplicated",
            "outOfOrder",
            "missedTicks",
            "gaps",
            "omittedBytes",
            "incompleteTransactions",
            "unknownCommitTimes",
            "unknownRowEvents",
            "negatives");

    /** How long something was measured, which is neither. */
    private static final Pattern LENGTH = Pattern.compile("(.*\\.)?seconds");

    private Direction() {}

    /** Which way a value is better. */
    public static Better of(String name) {
        String last = name.substring(name.lastIndexOf('.') + 1);
        if (UP.matcher(name).matches()) {
            return Better.HIGHER;
        }
        if (LENGTH.matcher(name).matches()) {
            return Better.NEITHER;
        }
        return DOWN.matcher(name).matches() || FAULTS.contains(last) || name.contains("errorsPerCode.")
                ? Better.LOWER
                : Better.NEITHER;
    }
}
