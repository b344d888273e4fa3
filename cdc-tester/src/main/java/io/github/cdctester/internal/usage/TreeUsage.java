// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.usage.ProcFiles.DiskBytes;
import io.github.cdctester.internal.usage.ProcFiles.ProcessTimes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the use of a process and of all processes below it. The CPU time of an ended process is in its parent's time of children, if
 * the parent waited for it. The last reading of the process counts if the parent did not wait. A process whose parent has ended
 * remains part of the tree.
 */
final class TreeUsage implements CostSource {

    /** Each of the four times in two readings is rounded down to a tick. */
    private static final int ROUNDING_TICKS = 8;

    private static final double NANOS = 1e9;

    private final ProcFiles proc;
    private final Supplier<Optional<ProcessHandle>> root;
    private final NanoClock clock;

    /** By process number. A parent is before its children, so that no time is read twice: as a child's, then as its parent's. */
    private final Map<Long, Member> members = new LinkedHashMap<>();

    private Set<Long> strangers = new HashSet<>();
    private @Nullable ProcessHandle before;
    private long beforeNanos;
    private long endedTicks;
    private long endedRead;
    private long endedWritten;
    private boolean disksKnown;

    /** {@code root}: empty before the process starts; another one after a restart. */
    TreeUsage(ProcFiles proc, Supplier<Optional<ProcessHandle>> root, NanoClock clock) {
        this.proc = proc;
        this.root = root;
        this.clock = clock;
        beforeNanos = clock.nanoTime();
    }

    /** A process of the tree, by its last reading. */
    private static final class Member {

        private final boolean isRoot;
        private ProcessTimes times;
        private DiskBytes disk = new DiskBytes(0, 0);
        private long residentBytes;

        /** Last readings of ended children that are not in the time of waited children yet. */
        private long pendingTicks;

        /** Time of all ended children of a root's parent, when the root was last seen. */
        private long parentWaitedTicks;

        private Member(ProcessTimes times, boolean isRoot) {
            this.times = times;
            this.isRoot = isRoot;
        }

        private long ticks() {
            return times.ownTicks() + times.waitedTicks() + Math.max(0, pendingTicks);
        }
    }

    @Override
    public Used read() throws NoReading {
        long now = clock.nanoTime();
        long possibleTicks = ROUNDING_TICKS
                + (long) ((now - beforeNanos)
                        / NANOS
                        * ProcFiles.TICKS_PER_SECOND
                        * Runtime.getRuntime().availableProcessors());
        beforeNanos = now;
        addRoot();
        if (before == null) {
            throw NoReading.unavailable("process", "the consumer's process was never seen");
        }
        List<Long> ended = new ArrayList<>();
        members.forEach((pid, member) -> {
            if (!isUpdated(pid, member)) {
                ended.add(pid);
            }
        });
        Collections.reverse(ended); // children first
        ended.forEach(pid -> end(pid, possibleTicks));
        // the rest of a parent's growth is of children that ended between two readings, or after their last one
        members.values().forEach(member -> member.pendingTicks = Math.max(0, member.pendingTicks));
        addChildren();
        return sum();
    }

    private void addRoot() {
        ProcessHandle handle = root.get().orElse(null);
        if (handle == null || handle.equals(before)) {
            return;
        }
        ProcessTimes times = times(handle.pid());
        if (times != null) {
            before = handle;
            members.put(handle.pid(), new Member(times, true));
        }
    }

    /** Reads a member again; returns false if it has ended. */
    private boolean isUpdated(long pid, Member member) {
        long parentWaited = member.isRoot ? waitedBy(member.times.parent()) : 0; // read before the member itself
        ProcessTimes times = times(pid);
        if (times == null || times.startTicks() != member.times.startTicks()) {
            return false;
        }
        member.pendingTicks -= times.waitedTicks() - member.times.waitedTicks();
        member.times = times;
        member.parentWaitedTicks = parentWaited;
        try {
            member.disk = proc.diskBytesOf(pid);
            disksKnown = true;
        } catch (NoReading e) {
            // it has just ended, or belongs to another user
        }
        try {
            member.residentBytes = (long) proc.memoryOf(pid);
        } catch (NoReading e) {
            member.residentBytes = 0; // it has ended, and its parent has not waited for it
        }
        return true;
    }

    private void end(long pid, long possibleTicks) {
        Member gone = members.remove(pid);
        Member parent = members.get(gone.times.parent());
        long ticks = gone.ticks();
        if (gone.isRoot) {
            // its parent waited for it, and perhaps for others
            long more = waitedBy(gone.times.parent()) - gone.parentWaitedTicks;
            ticks = more <= ticks + possibleTicks ? Math.max(ticks, more) : ticks;
        }
        if (parent != null) {
            parent.pendingTicks += ticks;
        } else {
            endedTicks += ticks;
        }
        if (parent == null || times(gone.times.parent()) == null) { // else the parent's counters include them
            endedRead += gone.disk.read();
            endedWritten += gone.disk.written();
        }
    }

    private void addChildren() throws NoReading {
        Set<Long> all = proc.processes();
        strangers.retainAll(all);
        Map<Long, ProcessTimes> found = new HashMap<>();
        for (long pid : all) {
            ProcessTimes times = members.containsKey(pid) || strangers.contains(pid) ? null : times(pid);
            if (times != null) {
                found.put(pid, times);
            }
        }
        boolean more = true;
        while (more) {
            Map<Long, ProcessTimes> children = new HashMap<>(found);
            children.values().removeIf(times -> !members.containsKey(times.parent()));
            children.forEach((pid, times) -> {
                Member child = new Member(times, false);
                members.put(pid, child);
                isUpdated(pid, child);
            });
            found.keySet().removeAll(children.keySet());
            more = !children.isEmpty();
        }
        strangers.addAll(found.keySet());
    }

    private Used sum() {
        long ticks = endedTicks;
        long resident = 0;
        long read = endedRead;
        long written = endedWritten;
        for (Member member : members.values()) {
            ticks += member.ticks();
            resident += member.residentBytes;
            read += member.disk.read();
            written += member.disk.written();
        }
        return new Used(
                ticks / ProcFiles.TICKS_PER_SECOND,
                resident,
                disksKnown ? (Long) read : null,
                disksKnown ? (Long) written : null,
                null,
                null);
    }

    private long waitedBy(long pid) {
        ProcessTimes times = times(pid);
        return times == null ? 0 : times.waitedTicks();
    }

    private @Nullable ProcessTimes times(long pid) {
        try {
            return proc.timesOf(pid);
        } catch (NoReading e) {
            return null; // it has ended
        }
    }
}
