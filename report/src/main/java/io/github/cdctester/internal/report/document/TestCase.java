// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * A checked item.
 *
 * @param name its name, such as a limit
 * @param type its kind, in one word
 * @param message the finding, in one line; empty if it passed
 * @param text the finding with all details; empty likewise
 */
public record TestCase(String name, double seconds, Outcome outcome, String type, String message, String text) {

    public enum Outcome {
        /** It is as it should be. */
        PASSED,
        FAILURE,
        /** It could not be looked at, as something broke. */
        ERROR,
        /** It was not looked at, as planned. */
        SKIPPED
    }

    public static TestCase passed(String name, String type) {
        return new TestCase(name, 0, Outcome.PASSED, type, "", "");
    }

    public static TestCase of(Outcome outcome, String name, String type, String message) {
        return new TestCase(name, 0, outcome, type, message, message);
    }

    /** The same case with the time that it took. */
    public TestCase in(double length) {
        return new TestCase(name, length, outcome, type, message, text);
    }
}
