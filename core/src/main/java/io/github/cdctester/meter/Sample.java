// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.meter;

import io.github.cdctester.binlog.position.LogPosition;
import java.util.Optional;

/**
 * What happened in one second of a run: an immutable value. Samples of several machines or streams can be added.
 *
 * @param second seconds from the start of the load to the end of this sample, from 1
 * @param phase the part of the run
 * @param seconds how long the sample really is; rates are made with this
 * @param write the write side; empty where somebody else writes
 * @param cdc the stream
 */
public record Sample(long second, Phase phase, double seconds, Optional<Write> write, Cdc cdc) {

    /**
     * The write side.
     *
     * @param counts what was committed in this second
     * @param latency commit acknowledged minus intended start
     * @param startDelay start minus intended start; empty in a closed loop
     * @param threads workers
     */
    public record Write(WriteCounts counts, Distribution latency, Distribution startDelay, int threads) {

        /**
         * Adds another machine's second.
         *
         * @param other another write side
         * @return both together
         */
        public Write plus(Write other) {
            return new Write(
                    counts.plus(other.counts),
                    latency.plus(other.latency),
                    startDelay.plus(other.startDelay),
                    threads + other.threads);
        }
    }

    /**
     * The stream.
     *
     * @param counts what was completed in this second
     * @param delay of the transactions (or heartbeats) that arrived
     * @param state whether it moves
     * @param behindBytes how far the server's log was ahead of us when last asked; -1 where it cannot be asked
     * @param position up to where everything is complete
     */
    public record Cdc(
            StreamCounts counts, Distribution delay, StreamState state, long behindBytes, LogPosition position) {

        /**
         * Adds another stream's second.
         *
         * @param other another stream
         * @return both together, with this one's position
         */
        public Cdc plus(Cdc other) {
            return new Cdc(
                    counts.plus(other.counts),
                    delay.plus(other.delay),
                    state.with(other.state),
                    behindBytes < 0 || other.behindBytes < 0 ? -1 : behindBytes + other.behindBytes,
                    position);
        }
    }

    /**
     * Adds the same second of another machine or stream.
     *
     * @param other another sample
     * @return both together; the length is the longer one's
     */
    public Sample plus(Sample other) {
        Optional<Write> both = write.isPresent() && other.write.isPresent()
                ? Optional.of(write.get().plus(other.write.get()))
                : write.or(other::write);
        return new Sample(second, phase, Math.max(seconds, other.seconds), both, cdc.plus(other.cdc));
    }
}
