// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import java.util.List;

/**
 * The final findings about one stream.
 *
 * @param acknowledged acknowledged commits in the measured part with a known GTID
 * @param matched acknowledged commits that arrived
 * @param missing acknowledged commits that are not in the stream
 * @param duplicated transactions that arrived more than once, without heartbeats
 * @param outOfOrder transactions of this run that arrived after a higher number of the same source
 * @param absent missing GTID numbers of any client, between the first and the last number of a source or MariaDB domain
 * @param unnamed measured transactions without a GTID
 * @param full true if memory ran out, so that counts are incomplete
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
        PositionFindings places,
        boolean full) {

    /** {@code missing} counts skipped heartbeats; {@code reordered} counts heartbeats after a later one. */
    public record Heartbeats(Incidents missing, Incidents repeated, Incidents reordered) {

        private Heartbeats plus(Heartbeats other) {
            return new Heartbeats(
                    missing.plus(other.missing), repeated.plus(other.repeated), reordered.plus(other.reordered));
        }
    }

    public static final StreamFindings NOTHING =
            of(0, 0, List.of(), Incidents.NONE, false, new HeartbeatSequence(), PositionFindings.NOTHING);

    static StreamFindings of(
            long acknowledged,
            long unnamed,
            List<SourceLedger> sources,
            Incidents absent,
            boolean tooManySources,
            HeartbeatSequence heartbeats,
            PositionFindings places) {
        return new StreamFindings(
                acknowledged,
                sources.stream().mapToLong(SourceLedger::matched).sum(),
                Incidents.sum(sources, SourceLedger::missing),
                Incidents.sum(sources, SourceLedger::duplicated),
                Incidents.sum(sources, SourceLedger::outOfOrder),
                absent,
                unnamed,
                heartbeats.findings(),
                places,
                tooManySources || sources.stream().anyMatch(SourceLedger::isFull));
    }

    /**
     * Combines findings about all streams of one log with findings about their rows. Both may contain the same fault, so the
     * larger count is used. Only rows show losses: a GTID that one stream lacks may be in another stream.
     *
     * @param committed transactions that the write side committed
     * @param complete transactions whose rows all arrived
     * @param lost transactions with missing rows
     * @param incomplete true if memory ran out, so that counts are incomplete
     */
    public StreamFindings withRows(
            long committed, long complete, Incidents lost, Incidents repeated, Incidents late, boolean incomplete) {
        boolean tornOnly = places.torn.count() > lost.count();
        Incidents torn = tornOnly ? places.torn : Incidents.NONE;
        return new StreamFindings(
                committed,
                complete,
                tornOnly ? Incidents.NONE : lost,
                larger(repeated, larger(duplicated, places.repeated)),
                larger(late, larger(outOfOrder, places.late)),
                Incidents.NONE,
                unnamed,
                heartbeats,
                new PositionFindings(
                        torn,
                        places.gaps,
                        places.gapBytes,
                        Incidents.NONE,
                        Incidents.NONE,
                        places.unclear,
                        places.skippedKnown),
                incomplete);
    }

    private static Incidents larger(Incidents first, Incidents second) {
        return second.count() > first.count() ? second : first;
    }

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
     * Findings from the positions of one stream, in the measured part.
     *
     * @param torn transactions with missing events
     * @param gaps gaps between transactions that were never filled
     * @param gapBytes size of the gaps in bytes
     * @param repeated transactions without a GTID, except heartbeats, at a position that was already read
     * @param late transactions, except heartbeats, that arrived after later transactions
     * @param unclear position changes that could not be classified
     * @param skippedKnown true if the server skipped transactions that the reader already has, so that positions do not show
     *     losses
     */
    public record PositionFindings(
            Incidents torn,
            Incidents gaps,
            long gapBytes,
            Incidents repeated,
            Incidents late,
            long unclear,
            boolean skippedKnown) {

        public static final PositionFindings NOTHING =
                new PositionFindings(Incidents.NONE, Incidents.NONE, 0, Incidents.NONE, Incidents.NONE, 0, false);

        PositionFindings plus(PositionFindings other) {
            return new PositionFindings(
                    torn.plus(other.torn),
                    gaps.plus(other.gaps),
                    gapBytes + other.gapBytes,
                    repeated.plus(other.repeated),
                    late.plus(other.late),
                    unclear + other.unclear,
                    skippedKnown || other.skippedKnown);
        }
    }
}
