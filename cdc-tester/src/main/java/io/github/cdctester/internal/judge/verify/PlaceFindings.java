// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

/**
 * The findings from positions in the events of one stream, in the measured part.
 *
 * @param torn transactions that a part is missing of
 * @param gaps places between transactions that the stream went over, and never came back to
 * @param gapBytes how much of the log these are
 * @param repeated transactions without a GTID, no heartbeats, that began where the stream had been before
 * @param late transactions, no heartbeats, that came behind later ones
 * @param unclear steps that are none of these for certain
 * @param passes whether the server passed over what the reader had: then positions do not tell what is missing
 */
public record PlaceFindings(
        Incidents torn,
        Incidents gaps,
        long gapBytes,
        Incidents repeated,
        Incidents late,
        long unclear,
        boolean passes) {

    /** Of a stream whose positions follow each other. */
    public static final PlaceFindings NOTHING =
            new PlaceFindings(Incidents.NONE, Incidents.NONE, 0, Incidents.NONE, Incidents.NONE, 0, false);

    PlaceFindings plus(PlaceFindings other) {
        return new PlaceFindings(
                torn.plus(other.torn),
                gaps.plus(other.gaps),
                gapBytes + other.gapBytes,
                repeated.plus(other.repeated),
                late.plus(other.late),
                unclear + other.unclear,
                passes || other.passes);
    }
}
