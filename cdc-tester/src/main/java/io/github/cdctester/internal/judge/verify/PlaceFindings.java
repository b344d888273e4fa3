// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import org.jspecify.annotations.Nullable;

/**
 * What the positions in the events of one stream tell, in the measured part.
 *
 * @param torn transactions that a part is missing of
 * @param gaps places between transactions that the stream went over, and never came back to
 * @param gapBytes how much of the log these are
 * @param repeated transactions without a GTID, no heartbeats, that began where the stream had been before
 * @param late transactions, no heartbeats, that came behind later ones
 * @param unclear steps that are none of these for certain
 * @param passes whether the server passed over what the reader had: then positions do not tell what is missing
 * @param firstTorn the first of those; nothing where there is none, like in the next ones
 * @param firstGap as above
 * @param firstRepeated as above
 * @param firstLate as above
 */
public record PlaceFindings(
        long torn,
        long gaps,
        long gapBytes,
        long repeated,
        long late,
        long unclear,
        boolean passes,
        @Nullable String firstTorn,
        @Nullable String firstGap,
        @Nullable String firstRepeated,
        @Nullable String firstLate) {

    /** Of a stream whose positions follow each other. */
    public static final PlaceFindings NOTHING = new PlaceFindings(0, 0, 0, 0, 0, 0, false, null, null, null, null);

    PlaceFindings plus(PlaceFindings other) {
        return new PlaceFindings(
                torn + other.torn,
                gaps + other.gaps,
                gapBytes + other.gapBytes,
                repeated + other.repeated,
                late + other.late,
                unclear + other.unclear,
                passes || other.passes,
                firstTorn == null ? other.firstTorn : firstTorn,
                firstGap == null ? other.firstGap : firstGap,
                firstRepeated == null ? other.firstRepeated : firstRepeated,
                firstLate == null ? other.firstLate : firstLate);
    }
}
