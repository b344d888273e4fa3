// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

/** A consumer has asked for what a recording does not have; it is told in an error packet. */
final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    /** What servers say where a log cannot be sent. */
    static final int LOG = 1236;

    static final int ACCESS = 1045;
    static final int COMMAND = 1047;
    static final int STATEMENT = 1235;
    static final int VARIABLE = 1193;
    static final int THREAD = 1094;

    private final int code;

    RefusedException(int code, String message) {
        super(message);
        this.code = code;
    }

    int code() {
        return code;
    }
}
