// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

/** There is nothing to read this time: a gap. */
public final class NoReading extends Exception {

    private static final long serialVersionUID = 1L;

    private final String kind;
    private final boolean answered;

    private NoReading(String kind, boolean answered, String message) {
        super(message, null, false, false);
        this.kind = kind;
        this.answered = answered;
    }

    /** The source answered without a number; another query may succeed. Failures of one kind have the same cause. */
    public static NoReading invalid(String kind, String message) {
        return new NoReading(kind, true, message);
    }

    /** The source cannot be reached, or does not answer: later it may. */
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
