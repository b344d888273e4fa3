// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import java.util.List;

/**
 * The findings of one stream's ledger at its end.
 *
 * @param acknowledged commits in the measured part that the write side was told the GTID of
 * @param matched those of them that the stream has shown
 * @param missing those that it has not
 * @param duplicated transactions, heartbeats aside, that ended a second time, or more often
 * @param outOfOrder transactions of this run that came behind one with a higher number of the same source
 * @param absent numbers between the first and the last one of a source that the stream did not have, though it was to
 * @param unnamed transactions in the measured part that had no GTID
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
     * @param missing those that were passed over
     * @param repeated those that came again
     * @param reordered those that came behind a later one
     */
    public record Heartbeats(Incidents missing, Incidents repeated, Incidents reordered) {

        private Heartbeats plus(Heartbeats other) {
            return new Heartbeats(
                    missing.plus(other.missing), repeated.plus(other.repeated), reordered.plus(other.reordered));
        }
    }

    /** Of a stream that was not looked at. */
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
     * Of the ledgers of all streams that divide a log: with what was found by their rows. A fault that both have found is not counted
     * twice: the larger number stands. A commit's GTID that did not come in one stream is in another one, so it says nothing.
     *
     * @param lost transactions of which rows did not come
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
     * @param torn transactions that a part is missing of
     * @param gaps places between transactions that the stream went over, and never came back to
     * @param gapBytes how much of the log these are
     * @param repeated transactions without a GTID, no heartbeats, that began where the stream had been before
     * @param late transactions, no heartbeats, that came behind later ones
     * @param unclear steps that are none of these for certain
     * @param passes whether the server passed over what the reader had: then positions do not tell what is missing
     */
    public record Places(
            Incidents torn,
            Incidents gaps,
            long gapBytes,
            Incidents repeated,
            Incidents late,
            long unclear,
            boolean passes) {

        /** Of a stream whose positions follow each other. */
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
