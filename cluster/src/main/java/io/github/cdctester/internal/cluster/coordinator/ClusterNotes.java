// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Collects notes about worker nodes for the result. Thread-safe. */
final class ClusterNotes {

    private final Set<Note> addedNotes = new LinkedHashSet<>();
    private final Set<RemoteNode> nodesWithUncountedWork = new LinkedHashSet<>();
    /** The note about a lost node waits, up to a timeout, for the reason that the node's platform reports. */
    private final Deque<CompletableFuture<Note>> newNotes = new ArrayDeque<>();

    private final Map<Integer, Long> maxStartDelayNanos = new HashMap<>();

    private final Map<Integer, Long> maxReportDelayNanos = new HashMap<>();

    synchronized void addLostNode(RemoteNode node) {
        NodeLoss loss = Objects.requireNonNull(node.loss());
        newNotes.add(loss.reasonOrTimeout().thenApply(reason -> loss.note()));
    }

    /** Records that the result lacks the work of a lost node since its last report. */
    synchronized void addWorkNotCounted(RemoteNode node) {
        nodesWithUncountedWork.add(node);
    }

    synchronized void add(Note note) {
        if (addedNotes.add(note)) {
            newNotes.add(CompletableFuture.completedFuture(note));
        }
    }

    /** Stops at the first note that still waits for a reason. */
    synchronized List<Note> takeNewNotes() {
        List<Note> completeNotes = new ArrayList<>();
        while (!newNotes.isEmpty() && newNotes.getFirst().isDone()) {
            completeNotes.add(newNotes.removeFirst().join());
        }
        return completeNotes;
    }

    /** Waits a few seconds for the reasons of recent losses. */
    List<Note> takeRemainingNotes() {
        List<CompletableFuture<Note>> remaining;
        synchronized (this) {
            remaining = List.copyOf(newNotes);
            newNotes.clear();
        }
        return remaining.stream().map(CompletableFuture::join).toList();
    }

    private static @Nullable Double maxMillis(Map<Integer, Long> nanosByPool) {
        return nanosByPool.isEmpty() ? null : Collections.max(nanosByPool.values()) / 1e6;
    }

    /** Discards the delays of a pool, because its workers start again. */
    synchronized void resetDelays(int pool) {
        maxStartDelayNanos.remove(pool);
        maxReportDelayNanos.remove(pool);
    }

    synchronized void recordStartDelay(int pool, long delayNanos) {
        maxStartDelayNanos.merge(pool, delayNanos, Math::max);
    }

    synchronized void recordReportDelay(int pool, long delayNanos) {
        maxReportDelayNanos.merge(pool, Math.max(0, delayNanos), Math::max);
    }

    synchronized List<Note> writerNotes(List<RemoteNode> nodes) {
        List<Note> notes = new ArrayList<>();
        long nodeCount = nodes.stream().map(node -> node.home).distinct().count();
        Double maxReportDelayMillis = maxMillis(maxReportDelayNanos);
        notes.add(Note.of(Code.NODES_WROTE)
                .with("nodes", nodeCount)
                .with("startDelayMillis", nodeCount == 1 ? null : maxMillis(maxStartDelayNanos))
                .with("clockMillis", maxClockErrorMillis(nodes))
                .with("lateMillis", maxReportDelayMillis)
                .with(
                        "shiftedFromMillis",
                        maxReportDelayMillis == null ? null : Message.WriteProgress.AHEAD_NANOS / 1_000_000));
        notes.addAll(addedNotes);
        nodesWithUncountedWork.forEach(node -> notes.add(new Note(
                Code.NODE_WORK_NOT_COUNTED,
                Objects.requireNonNull(node.loss()).note().arguments())));
        return notes;
    }

    List<Note> readerNotes(List<RemoteNode> nodes) {
        return nodes.isEmpty()
                ? List.of()
                : List.of(Note.of(Code.NODES_READ, "nodes", nodes.size(), "clockMillis", maxClockErrorMillis(nodes)));
    }

    private static double maxClockErrorMillis(List<RemoteNode> nodes) {
        return nodes.stream()
                        .filter(node -> node.clock.roundTrips() > 0)
                        .mapToLong(node -> node.clock.errorNanos())
                        .max()
                        .orElse(0)
                / 1e6;
    }
}
