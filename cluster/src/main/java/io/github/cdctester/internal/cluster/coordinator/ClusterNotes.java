// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The notes of a result on its worker nodes. For any thread. */
final class ClusterNotes {

    private final List<RemoteNode> lost = new ArrayList<>();
    private final Set<Note> crowded = new LinkedHashSet<>();
    private final List<Note> moves = new ArrayList<>();
    private int reportedMoves;
    private int reportedLosses;
    private int reportedCrowds;
    private long spreadNanos;

    /** The largest delay of a report, by pool, since that was last opened. */
    private final Map<Integer, Long> latestNanos = new HashMap<>();

    synchronized void lost(RemoteNode node) {
        lost.add(node);
    }

    /** A part has moved to another node, or nobody has it. */
    synchronized void moved(Note move) {
        moves.add(move);
    }

    /** Several nodes write to rows that each was to have for itself. */
    synchronized void crowd(int nodes, int warehouses) {
        crowded.add(Note.of(Code.NODES_SHARE_ROWS, "nodes", nodes, "warehouses", warehouses));
    }

    /** Notes that are new since the last call. */
    synchronized List<Note> takeNew() {
        List<Note> fresh = new ArrayList<>(crowded.stream().skip(reportedCrowds).toList());
        reportedCrowds = crowded.size();
        for (; reportedLosses < lost.size(); reportedLosses++) {
            fresh.add(lossOf(lost.get(reportedLosses)));
        }
        fresh.addAll(moves.subList(reportedMoves, moves.size()));
        reportedMoves = moves.size();
        return fresh;
    }

    /** The workers of a pool have begun. */
    synchronized void began(long earliestNanos, long latestNanos) {
        spreadNanos = Math.max(spreadNanos, latestNanos - earliestNanos);
    }

    /** The workers of a pool are to begin: earlier reports do not count. */
    synchronized void opens(int pool) {
        latestNanos.remove(pool);
    }

    /** A node reported a second. */
    synchronized void progress(int pool, long lateNanos) {
        latestNanos.merge(pool, Math.max(0, lateNanos), Math::max);
    }

    synchronized List<Note> of(List<RemoteNode> nodes) {
        List<Note> notes = new ArrayList<>();
        long error = nodes.stream()
                .filter(node -> node.pongs() > 0)
                .mapToLong(RemoteNode::clockErrorNanos)
                .max()
                .orElse(0);
        Optional<Long> late = latestNanos.values().stream().max(Long::compare);
        notes.add(Note.of(
                Code.NODES_WROTE,
                "nodes",
                nodes.stream().map(RemoteNode::address).distinct().count(),
                "startSpreadMillis",
                spreadNanos / 1e6,
                "clockMillis",
                error / 1e6,
                "lateMillis",
                late.map(nanos -> nanos / 1e6).orElse(null),
                "shiftedFromMillis",
                late.map(nanos -> WriteProgress.AHEAD_NANOS / 1_000_000).orElse(null)));
        notes.addAll(crowded);
        notes.addAll(moves);
        for (RemoteNode node : lost) {
            if (node.writes) {
                notes.add(new Note(Code.NODE_WORK_NOT_COUNTED, lossOf(node).arguments()));
            }
        }
        return notes;
    }

    private static Note lossOf(RemoteNode node) {
        return Objects.requireNonNull(node.loss());
    }

    List<Note> ofReaders(List<RemoteNode> nodes) {
        if (nodes.isEmpty()) {
            return List.of();
        }
        long error = nodes.stream().mapToLong(RemoteNode::clockErrorNanos).max().orElse(0);
        return List.of(Note.of(Code.NODES_READ, "nodes", nodes.size(), "clockMillis", error / 1e6));
    }
}
