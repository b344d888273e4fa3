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
 * @param heartbeats what their sequence tells
 * @param places what the positions tell
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
        PlaceFindings places,
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

        private Heartbeats withoutRewritten(long rewritten) {
            long others = Math.max(0, repeated.count() - rewritten);
            return new Heartbeats(missing, Incidents.of(others, others == 0 ? null : repeated.first()), reordered);
        }
    }

    /** Of a stream that was not looked at. */
    public static final StreamFindings NOTHING =
            of(0, 0, List.of(), false, new HeartbeatSequence(), PlaceFindings.NOTHING);

    static StreamFindings of(
            long acknowledged,
            long unnamed,
            List<SourceLedger> sources,
            boolean tooManySources,
            HeartbeatSequence heartbeats,
            PlaceFindings places) {
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
     * Takes off heartbeats that were written twice: a connection broke, so that it was not known whether one had been
     * committed, and it was written again with the same number.
     */
    public StreamFindings withoutRewritten(long rewritten) {
        return new StreamFindings(
                acknowledged,
                matched,
                missing,
                duplicated,
                outOfOrder,
                absent,
                unnamed,
                heartbeats.withoutRewritten(rewritten),
                places,
                full);
    }
}
