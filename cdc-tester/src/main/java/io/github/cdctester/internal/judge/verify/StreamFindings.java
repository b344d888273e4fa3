// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger of one stream holds at its end.
 *
 * @param acknowledged commits in the measured part that the write side was told the GTID of
 * @param matched those of them that the stream has shown
 * @param missing those that it has not
 * @param duplicated transactions, heartbeats aside, that ended a second time, or more often
 * @param outOfOrder transactions of this run that came behind one with a higher number of the same source
 * @param absent numbers between the first and the last one of a source that the stream did not have, though it was to
 * @param unnamed transactions in the measured part that had no GTID
 * @param heartbeatsMissing heartbeats that were passed over
 * @param heartbeatsRepeated heartbeats that came again
 * @param heartbeatsReordered heartbeats that came behind a later one
 * @param firstMissing the first of those; nothing where there is none, like in the next ones
 * @param firstDuplicate as above
 * @param firstOutOfOrder as above
 * @param firstAbsent as above
 * @param firstHeartbeatMissing as above
 * @param firstHeartbeatRepeated as above
 * @param firstHeartbeatReordered as above
 * @param places what the positions tell
 * @param full whether the ledger had no room for something, so that its counts are not complete
 */
public record StreamFindings(
        long acknowledged,
        long matched,
        long missing,
        long duplicated,
        long outOfOrder,
        long absent,
        long unnamed,
        long heartbeatsMissing,
        long heartbeatsRepeated,
        long heartbeatsReordered,
        @Nullable String firstMissing,
        @Nullable String firstDuplicate,
        @Nullable String firstOutOfOrder,
        @Nullable String firstAbsent,
        @Nullable String firstHeartbeatMissing,
        @Nullable String firstHeartbeatRepeated,
        @Nullable String firstHeartbeatReordered,
        PlaceFindings places,
        boolean full) {

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
                sources.stream().mapToLong(SourceLedger::missing).sum(),
                sources.stream().mapToLong(SourceLedger::duplicated).sum(),
                sources.stream().mapToLong(SourceLedger::outOfOrder).sum(),
                sources.stream().mapToLong(SourceLedger::absent).sum(),
                unnamed,
                heartbeats.missing(),
                heartbeats.repeated(),
                heartbeats.reordered(),
                first(sources, SourceLedger::firstMissing),
                first(sources, SourceLedger::firstDuplicate),
                first(sources, SourceLedger::firstOutOfOrder),
                first(sources, SourceLedger::firstAbsent),
                heartbeats.firstMissing(),
                heartbeats.firstRepeated(),
                heartbeats.firstReordered(),
                places,
                tooManySources || sources.stream().anyMatch(SourceLedger::isFull));
    }

    /** Adds what another stream's ledger holds; each of the two streams has a part of one log. */
    public StreamFindings plus(StreamFindings other) {
        return new StreamFindings(
                acknowledged,
                matched + other.matched,
                missing + other.missing,
                duplicated + other.duplicated,
                outOfOrder + other.outOfOrder,
                absent + other.absent,
                unnamed + other.unnamed,
                heartbeatsMissing + other.heartbeatsMissing,
                heartbeatsRepeated + other.heartbeatsRepeated,
                heartbeatsReordered + other.heartbeatsReordered,
                first(firstMissing, other.firstMissing),
                first(firstDuplicate, other.firstDuplicate),
                first(firstOutOfOrder, other.firstOutOfOrder),
                first(firstAbsent, other.firstAbsent),
                first(firstHeartbeatMissing, other.firstHeartbeatMissing),
                first(firstHeartbeatRepeated, other.firstHeartbeatRepeated),
                first(firstHeartbeatReordered, other.firstHeartbeatReordered),
                places.plus(other.places),
                full || other.full);
    }

    /**
     * Takes off heartbeats that were written twice: a connection broke, so that it was not known whether one had been
     * committed, and it was written again with the same number.
     *
     * @return the same findings with as many repeated heartbeats less
     */
    public StreamFindings withoutRewritten(long rewritten) {
        long repeated = Math.max(0, heartbeatsRepeated - rewritten);
        return new StreamFindings(
                acknowledged,
                matched,
                missing,
                duplicated,
                outOfOrder,
                absent,
                unnamed,
                heartbeatsMissing,
                repeated,
                heartbeatsReordered,
                firstMissing,
                firstDuplicate,
                firstOutOfOrder,
                firstAbsent,
                firstHeartbeatMissing,
                repeated == 0 ? null : firstHeartbeatRepeated,
                firstHeartbeatReordered,
                places,
                full);
    }

    private static @Nullable String first(@Nullable String one, @Nullable String other) {
        return one == null ? other : one;
    }

    private static @Nullable String first(
            List<SourceLedger> sources, Function<SourceLedger, @Nullable String> offender) {
        return sources.stream()
                .map(offender)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }
}
