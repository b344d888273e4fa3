// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe.source;

import java.util.Map;

/** Reads a probe's numbers. For one thread, which may be interrupted. */
public interface SourceReader extends AutoCloseable {

    /**
     * Reads once, within the reader's time limit.
     *
     * @return finite values by the flat names of the series; empty if a value needs two readings, and this is the first
     */
    Map<String, Double> read() throws NoReading, InterruptedException;

    @Override
    default void close() {}

    /** A reading failed, which causes a gap. */
    final class NoReading extends Exception {

        private static final long serialVersionUID = 1L;

        private final String kind;
        private final boolean answered;

        private NoReading(String kind, boolean answered, String message) {
            super(message, null, false, false);
            this.kind = kind;
            this.answered = answered;
        }

        /** The source answered, but not with a number. Failures of the same {@code kind} have the same cause. */
        public static NoReading invalid(String kind, String message) {
            return new NoReading(kind, true, message);
        }

        /** The source is unreachable, or does not answer in time. A later reading may succeed. */
        public static NoReading unavailable(String kind, String message) {
            return new NoReading(kind, false, message);
        }

        public String kind() {
            return kind;
        }

        public boolean isAnswered() {
            return answered;
        }
    }
}
