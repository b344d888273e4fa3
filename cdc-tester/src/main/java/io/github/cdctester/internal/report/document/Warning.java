// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * A reason not to trust a number.
 *
 * @param what what may be wrong, in a few words
 * @param why what was seen
 * @param remedy what to do about it
 */
public record Warning(String what, String why, String remedy) {

    private static final String INTERRUPTED = " was interrupted";

    /** That something ended before its time. */
    public static Warning interrupted(String what, String why, String remedy) {
        return new Warning(what + INTERRUPTED, why, remedy);
    }

    /** Whether it is that something ended before its time: of what still goes on, this is not said. */
    public boolean isInterruption() {
        return what.endsWith(INTERRUPTED);
    }
}
