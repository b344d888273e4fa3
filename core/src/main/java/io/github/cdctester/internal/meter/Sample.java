// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.position.LogPosition;
import java.util.List;
import java.util.Optional;

/**
 * What happened in one second of a run: an immutable value. Samples of several machines or streams can be added.
 *
 * @param second seconds from the start of the load to the end of this sample, from 1
 * @param phase the part of the run
 * @param seconds how long the sample really is; rates are made with this
 * @param write the write side; empty where somebody else writes; of several loads, all together
 * @param cdc the stream; of several, all together
 * @param streams each stream; empty where there is only one
 * @param loads each load of the write side; empty where there is only one, or none
 */
public record Sample(
        long second,
        Phase phase,
        double seconds,
        Optional<Write> write,
        Cdc cdc,
        List<Stream> streams,
        List<Load> loads) {

    /**
     * A second of at most one load.
     *
     * @param second seconds from the start of the load to the end of this sample, from 1
     * @param write the write side; empty where somebody else writes
     * @param streams each stream; empty where there is only one
     */
    public Sample(long second, Phase phase, double seconds, Optional<Write> write, Cdc cdc, List<Stream> streams) {
        this(second, phase, seconds, write, cdc, streams, List.of());
    }

    /**
     * The write side.
     *
     * @param counts what was committed in this second
     * @param durations of the transactions that ended in this second
     * @param threads workers that wrote in it
     */
    public record Write(WriteCounts counts, WriteDurations durations, int threads) {

        /** Picks the response times. */
        public Distribution latency() {
            return durations.latency();
        }

        /**
         * Picks the start delays.
         *
         * @return start minus intended start; empty in a closed loop
         */
        public Distribution startDelay() {
            return durations.startDelay();
        }

        /** Adds another machine's second. */
        public Write plus(Write other) {
            return new Write(counts.plus(other.counts), durations.plus(other.durations), threads + other.threads);
        }
    }

    /**
     * The stream.
     *
     * @param counts what was completed in this second
     * @param delay of the transactions (or heartbeats) that arrived
     * @param state whether it moves
     * @param behindBytes how far the server's log was ahead of us when last asked; -1 where it cannot be asked
     * @param unreadMicros the age of the oldest thing that is known to be unread; 0 where nothing is
     * @param position up to where everything is complete
     * @param readerCpuNanos CPU time of the thread that read it, in ns; of several streams, of all their threads; -1 where that is
     *     not known
     */
    public record Cdc(
            StreamCounts counts,
            Distribution delay,
            StreamState state,
            long behindBytes,
            long unreadMicros,
            LogPosition position,
            long readerCpuNanos) {

        /**
         * A second of a stream of whose reader nothing is known.
         *
         * @param counts what was completed in this second
         * @param delay of the transactions (or heartbeats) that arrived
         * @param behindBytes how far the server's log was ahead of us when last asked; -1 where it cannot be asked
         * @param unreadMicros the age of the oldest thing that is known to be unread; 0 where nothing is
         */
        public Cdc(
                StreamCounts counts,
                Distribution delay,
                StreamState state,
                long behindBytes,
                long unreadMicros,
                LogPosition position) {
            this(counts, delay, state, behindBytes, unreadMicros, position, -1);
        }

        static Cdc sum(List<Stream> streams) {
            Cdc sum = streams.get(0).cdc();
            if (streams.size() == 1) {
                return sum;
            }
            for (Stream stream : streams.subList(1, streams.size())) {
                sum = sum.plusAllButDelay(stream.cdc());
            }
            return sum.withDelay(Distribution.sum(
                    streams.stream().map(stream -> stream.cdc().delay()).toList()));
        }

        /** Adds another stream's second. */
        public Cdc plus(Cdc other) {
            return plusAllButDelay(other).withDelay(delay.plus(other.delay));
        }

        private Cdc plusAllButDelay(Cdc other) {
            return new Cdc(
                    counts.plus(other.counts),
                    delay,
                    state.with(other.state),
                    behindBytes < 0 || other.behindBytes < 0 ? -1 : behindBytes + other.behindBytes,
                    Math.max(unreadMicros, other.unreadMicros),
                    position,
                    readerCpuNanos < 0 || other.readerCpuNanos < 0 ? -1 : readerCpuNanos + other.readerCpuNanos);
        }

        private Cdc withDelay(Distribution merged) {
            return new Cdc(counts, merged, state, behindBytes, unreadMicros, position, readerCpuNanos);
        }
    }

    /**
     * One of several streams.
     *
     * @param name the stream's name
     * @param cdc its second
     */
    public record Stream(String name, Cdc cdc) {}

    /**
     * One of several loads.
     *
     * @param workload the workload's name
     * @param write its second
     */
    public record Load(String workload, Write write) {}

    /**
     * Adds the same second of another machine or stream.
     *
     * @return both together; the length is the longer one's
     */
    public Sample plus(Sample other) {
        Optional<Write> both = write.isPresent() && other.write.isPresent()
                ? Optional.of(write.get().plus(other.write.get()))
                : write.or(other::write);
        return new Sample(
                second,
                phase,
                Math.max(seconds, other.seconds),
                both,
                cdc.plus(other.cdc),
                both(streams, other.streams),
                both(loads, other.loads));
    }

    private static <T> List<T> both(List<T> some, List<T> more) {
        return java.util.stream.Stream.concat(some.stream(), more.stream()).toList();
    }
}
