// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.usage;

/** A source has no value at the time of a reading. The series then has a gap. */
public final class NoReading extends Exception {

    private static final long serialVersionUID = 1L;

    private final String kind;
    private final boolean isAnswered;

    private NoReading(String kind, boolean isAnswered, String message) {
        super(message, null, false, false);
        this.kind = kind;
        this.isAnswered = isAnswered;
    }

    /**
     * The source answered without a number; a later reading may succeed.
     *
     * @param kind identifies failures with the same cause
     */
    public static NoReading invalid(String kind, String message) {
        return new NoReading(kind, true, message);
    }

    /** The source cannot be reached or does not answer; a later reading may succeed. */
    public static NoReading unavailable(String kind, String message) {
        return new NoReading(kind, false, message);
    }

    public String kind() {
        return kind;
    }

    public boolean isAnswered() {
        return isAnswered;
    }
}
