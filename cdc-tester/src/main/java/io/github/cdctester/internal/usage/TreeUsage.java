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
 * Reads the resource usage of a process and all its descendants. A parent that waits for an ended process adds its CPU time to the parent's
 * own waited time. Otherwise, the last reading of the ended process counts. A process whose parent has ended remains part of the tree.
 */
final class TreeUsage implements CostSource {

    /** Two readings with four times each, which are rounded down to a tick. */
    private static final int ROUNDING_TICKS = 8;

    private final ProcFiles proc;
    private final Supplier<Optional<ProcessHandle>> root;
    private final NanoClock clock;

    /** A parent precedes its children, so that the time of an ended child is not counted twice. */
    private final Map<Long, Member> members = new LinkedHashMap<>();

    private Set<Long> unrelatedPids = new HashSet<>();
    private @Nullable ProcessHandle lastRoot;
    private long lastReadNanos;
    private long endedTicks;
    private long endedReadBytes;
    private long endedWrittenBytes;
    private boolean areDisksKnown;

    /** @param root empty before the start, another process after a restart */
    TreeUsage(ProcFiles proc, Supplier<Optional<ProcessHandle>> root, NanoClock clock) {
        this.proc = proc;
        this.root = root;
        this.clock = clock;
        lastReadNanos = clock.nanoTime();
    }

    /** Contains the values of the last reading. */
    private static final class Member {

        private final boolean isRoot;
        private ProcessTimes times;
        private DiskBytes disk = new DiskBytes(0, 0);
        private long residentBytes;

        /** CPU time of ended children that is not yet part of the waited time. */
        private long pendingTicks;

        /** For a root: waited time of the root's parent at the last reading. */
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
    public Usage read() throws NoReading {
        long nowNanos = clock.nanoTime();
        long maxNewTicks = ROUNDING_TICKS
                + (long) ((nowNanos - lastReadNanos)
                        / 1e9
                        * ProcFiles.TICKS_PER_SECOND
                        * Runtime.getRuntime().availableProcessors());
        lastReadNanos = nowNanos;
        addRoot();
        if (lastRoot == null) {
            throw NoReading.unavailable("process", "the consumer's process was never seen");
        }
        List<Long> endedPids = new ArrayList<>();
        members.forEach((pid, member) -> {
            if (!update(pid, member)) {
                endedPids.add(pid);
            }
        });
        Collections.reverse(endedPids); // children first
        endedPids.forEach(pid -> removeEnded(pid, maxNewTicks));
        // further growth of a parent's waited time comes from children that started and ended between two readings
        members.values().forEach(member -> member.pendingTicks = Math.max(0, member.pendingTicks));
        addChildren();
        return sumUsage();
    }

    private void addRoot() {
        ProcessHandle handle = root.get().orElse(null);
        if (handle == null || handle.equals(lastRoot)) {
            return;
        }
        ProcessTimes times = readTimes(handle.pid());
        if (times != null) {
            lastRoot = handle;
            members.put(handle.pid(), new Member(times, true));
        }
    }

    /** Returns false if the process has ended. */
    private boolean update(long pid, Member member) {
        long parentWaitedTicks = member.isRoot
                ? waitedTicksOf(member.times.parent())
                : 0; // the parent's time is read before the member's
        ProcessTimes times = readTimes(pid);
        if (times == null || times.startTicks() != member.times.startTicks()) {
            return false;
        }
        member.pendingTicks -= times.waitedTicks() - member.times.waitedTicks();
        member.times = times;
        member.parentWaitedTicks = parentWaitedTicks;
        try {
            member.disk = proc.diskBytesOf(pid);
            areDisksKnown = true;
        } catch (NoReading e) {
            // the process has just ended, or belongs to another user
        }
        try {
            member.residentBytes = (long) proc.memoryOf(pid);
        } catch (NoReading e) {
            member.residentBytes = 0; // the process has ended, but its parent has not waited for it yet
        }
        return true;
    }

    private void removeEnded(long pid, long maxNewTicks) {
        Member endedMember = members.remove(pid);
        Member parent = members.get(endedMember.times.parent());
        long ticks = endedMember.ticks();
        if (endedMember.isRoot) {
            // the root's parent waited for the root, and perhaps for other children
            long waitedGrowth = waitedTicksOf(endedMember.times.parent()) - endedMember.parentWaitedTicks;
            ticks = waitedGrowth <= ticks + maxNewTicks ? Math.max(ticks, waitedGrowth) : ticks;
        }
        if (parent != null) {
            parent.pendingTicks += ticks;
        } else {
            endedTicks += ticks;
        }
        // the counters of a parent that still exists include these bytes
        if (parent == null || readTimes(endedMember.times.parent()) == null) {
            endedReadBytes += endedMember.disk.read();
            endedWrittenBytes += endedMember.disk.written();
        }
    }

    private void addChildren() throws NoReading {
        Set<Long> allPids = proc.pids();
        unrelatedPids.retainAll(allPids);
        Map<Long, ProcessTimes> newProcesses = new HashMap<>();
        for (long pid : allPids) {
            ProcessTimes times = members.containsKey(pid) || unrelatedPids.contains(pid) ? null : readTimes(pid);
            if (times != null) {
                newProcesses.put(pid, times);
            }
        }
        boolean hasNewChildren = true;
        while (hasNewChildren) {
            Map<Long, ProcessTimes> children = new HashMap<>(newProcesses);
            children.values().removeIf(times -> !members.containsKey(times.parent()));
            children.forEach((pid, times) -> {
                Member child = new Member(times, false);
                members.put(pid, child);
                update(pid, child);
            });
            newProcesses.keySet().removeAll(children.keySet());
            hasNewChildren = !children.isEmpty();
        }
        unrelatedPids.addAll(newProcesses.keySet());
    }

    private Usage sumUsage() {
        long ticks = endedTicks;
        long residentBytes = 0;
        long readBytes = endedReadBytes;
        long writtenBytes = endedWrittenBytes;
        for (Member member : members.values()) {
            ticks += member.ticks();
            residentBytes += member.residentBytes;
            readBytes += member.disk.read();
            writtenBytes += member.disk.written();
        }
        return new Usage(
                ticks / ProcFiles.TICKS_PER_SECOND,
                residentBytes,
                areDisksKnown ? (Long) readBytes : null,
                areDisksKnown ? (Long) writtenBytes : null,
                null,
                null);
    }

    private long waitedTicksOf(long pid) {
        ProcessTimes times = readTimes(pid);
        return times == null ? 0 : times.waitedTicks();
    }

    private @Nullable ProcessTimes readTimes(long pid) {
        try {
            return proc.timesOf(pid);
        } catch (NoReading e) {
            return null; // the process has ended
        }
    }
}
