// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.coordinator;

import io.github.cdctester.internal.cluster.message.Usage;
import io.github.cdctester.internal.meter.Distribution;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What one node did in the measured part, and what that took. For any thread. */
final class NodeAccount {

    private static final byte[] NOTHING = Distribution.EMPTY.packed();

    /** What is shorter is no second. */
    private static final long LEAST_NANOS = 500_000_000;

    private final Map<Object, Written> written = new LinkedHashMap<>();
    private final Set<Object> measured = new HashSet<>();
    private @Nullable Usage before;
    private long cpuNanos;
    private long nanos;
    private double busiest;
    private long gcMillis;
    private long maxHeapBytes;

    /** Of one load; the histograms stay packed, as there are many nodes. */
    private static final class Written {
        private final int threads;
        private long transactions;
        private byte[] latency = NOTHING;
        private byte[] startDelay = NOTHING;

        Written(int threads) {
            this.threads = threads;
        }
    }

    /** Workers go. What they did before was their warm-up, and is forgotten, as is what was used for it. */
    synchronized void opens(Object crew, int threads) {
        if (written.put(crew, new Written(threads)) != null) {
            forgetUse();
        }
        measured.add(crew);
    }

    /** They have done so many more. */
    synchronized void did(Object crew, long transactions) {
        Written own = written.get(crew);
        if (own != null) {
            own.transactions += transactions;
        }
    }

    synchronized void ended(Object crew, byte[] latency, byte[] startDelay) {
        Written own = written.get(crew);
        if (own != null) {
            own.latency = latency;
            own.startDelay = startDelay;
        }
        rests(crew);
    }

    /** The measured part of a stream begins; what was used before is forgotten where nothing else is measured. */
    synchronized void follows(Object stream) {
        if (measured.isEmpty()) {
            forgetUse();
        }
        measured.add(stream);
    }

    synchronized void rests(Object crewOrStream) {
        measured.remove(crewOrStream);
    }

    private void forgetUse() {
        before = null;
        cpuNanos = 0;
        nanos = 0;
        busiest = 0;
        gcMillis = 0;
    }

    /** The node says what it has used by now. */
    synchronized void used(Usage now) {
        maxHeapBytes = Math.max(maxHeapBytes, now.maxHeapBytes());
        if (measured.isEmpty() || now.cpuNanos() < 0) {
            before = null;
            return;
        }
        Usage last = before;
        if (last == null) {
            before = now;
        } else if (now.nanos() > last.nanos()) { // else it was found out before what was told last
            before = now;
            add(last, now);
        }
    }

    private void add(Usage last, Usage now) {
        long span = now.nanos() - last.nanos();
        long used = now.cpuNanos() - last.cpuNanos();
        nanos += span;
        cpuNanos += used;
        gcMillis += now.gcMillis() - last.gcMillis();
        if (span >= LEAST_NANOS) {
            busiest = Math.max(busiest, (double) used / span);
        }
    }

    /** CPU time by time, over all that was measured: 1 for one processor; NaN where that is not known. */
    synchronized double cpu() {
        return nanos <= 0 ? Double.NaN : (double) cpuNanos / nanos;
    }

    /** The same in the busiest second; never less. */
    synchronized double busiest() {
        return Math.max(busiest, cpu());
    }

    synchronized long gcMillis() {
        return gcMillis;
    }

    synchronized long maxHeapBytes() {
        return maxHeapBytes;
    }

    synchronized int threads() {
        return written.values().stream().mapToInt(one -> one.threads).sum();
    }

    synchronized long transactions() {
        return written.values().stream().mapToLong(one -> one.transactions).sum();
    }

    Distribution latency() {
        return sum(one -> one.latency);
    }

    Distribution startDelay() {
        return sum(one -> one.startDelay);
    }

    private synchronized Distribution sum(Function<Written, byte[]> which) {
        List<Distribution> each =
                written.values().stream().map(which).map(Distribution::unpacked).toList();
        return each.isEmpty() ? Distribution.EMPTY : Distribution.sum(each);
    }
}
