// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import java.util.List;

/**
 * The findings of one stream's ledger at its end.
 *
 * @param acknowledged commits in the measured part with a known GTID
 * @param matched acknowledged commits in the stream
 * @param missing acknowledged commits that are not in the stream
 * @param duplicated transactions, without heartbeats, that ended more than once
 * @param outOfOrder transactions of this run after one with a higher number of the same source
 * @param absent expected numbers between the first and the last one of a source that are not in the stream
 * @param unnamed transactions in the measured part without a GTID
 * @param full whether the ledger had no room for something, so that its counts are not complete
 */
public record StreamFindings(
        long acknowledged,
        long matched,
        Incidents missing,
        Incidents duplicated,
        Incidents outOfOrder,
        Incidents absent,
        long unnamed,
        Heartbeats heartbeats,
        Places places,
        boolean full) {

    /**
     * The findings of the heartbeats' sequence.
     *
     * @param missing skipped heartbeats
     * @param repeated repeated heartbeats
     * @param reordered heartbeats after a later one
     */
    public record Heartbeats(Incidents missing, Incidents repeated, Incidents reordered) {

        private Heartbeats plus(Heartbeats other) {
            return new Heartbeats(
                    missing.plus(other.missing), repeated.plus(other.repeated), reordered.plus(other.reordered));
        }
    }

    /** Findings of an unchecked stream. */
    public static final StreamFindings NOTHING = of(0, 0, List.of(), false, new HeartbeatSequence(), Places.NOTHING);

    static StreamFindings of(
            long acknowledged,
            long unnamed,
            List<SourceLedger> sources,
            boolean tooManySources,
            HeartbeatSequence heartbeats,
            Places places) {
        return new StreamFindings(
                acknowledged,
                sources.stream().mapToLong(SourceLedger::matched).sum(),
                Incidents.sum(sources, SourceLedger::missing),
                Incidents.sum(sources, SourceLedger::duplicated),
                Incidents.sum(sources, SourceLedger::outOfOrder),
                Incidents.sum(sources, SourceLedger::absent),
                unnamed,
                heartbeats.findings(),
                places,
                tooManySources || sources.stream().anyMatch(SourceLedger::isFull));
    }

    /**
     * Combines the ledgers of all streams that divide a log with the findings by their rows. A fault found by both is not counted
     * twice: the larger number counts. A commit's GTID that is missing in one stream is in another, so it is no loss.
     *
     * @param lost transactions with missing rows
     */
    public StreamFindings withRows(
            long committed, long whole, Incidents lost, Incidents repeated, Incidents late, boolean incomplete) {
        boolean tornOnly = places.torn.count() > lost.count();
        Incidents torn = tornOnly ? places.torn : Incidents.NONE;
        return new StreamFindings(
                committed,
                whole,
                tornOnly ? Incidents.NONE : lost,
                larger(repeated, larger(duplicated, places.repeated)),
                larger(late, larger(outOfOrder, places.late)),
                Incidents.NONE,
                unnamed,
                heartbeats,
                new Places(
                        torn,
                        places.gaps,
                        places.gapBytes,
                        Incidents.NONE,
                        Incidents.NONE,
                        places.unclear,
                        places.passes),
                incomplete);
    }

    private static Incidents larger(Incidents one, Incidents other) {
        return other.count() > one.count() ? other : one;
    }

    /** Adds what another stream's ledger holds; each of the two streams has a part of one log. */
    public StreamFindings plus(StreamFindings other) {
        return new StreamFindings(
                acknowledged,
                matched + other.matched,
                missing.plus(other.missing),
                duplicated.plus(other.duplicated),
                outOfOrder.plus(other.outOfOrder),
                absent.plus(other.absent),
                unnamed + other.unnamed,
                heartbeats.plus(other.heartbeats),
                places.plus(other.places),
                full || other.full);
    }

    /**
     * The findings from positions in the events of one stream, in the measured part.
     *
     * @param torn transactions with a missing part
     * @param gaps gaps between transactions that were never filled
     * @param gapBytes size of the gaps
     * @param repeated transactions without a GTID, except heartbeats, at a place that the stream had already passed
     * @param late transactions, except heartbeats, after later ones
     * @param unclear uncertain steps
     * @param passes whether the server passed over transactions that the reader has: then positions do not show losses
     */
    public record Places(
            Incidents torn,
            Incidents gaps,
            long gapBytes,
            Incidents repeated,
            Incidents late,
            long unclear,
            boolean passes) {

        /** Places of a stream with continuous positions. */
        public static final Places NOTHING =
                new Places(Incidents.NONE, Incidents.NONE, 0, Incidents.NONE, Incidents.NONE, 0, false);

        Places plus(Places other) {
            return new Places(
                    torn.plus(other.torn),
                    gaps.plus(other.gaps),
                    gapBytes + other.gapBytes,
                    repeated.plus(other.repeated),
                    late.plus(other.late),
                    unclear + other.unclear,
                    passes || other.passes);
        }
    }
}
