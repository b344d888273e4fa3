// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.document;

/**
 * A checked item of a test suite.
 *
 * @param type kind of the item, in one word
 * @param message the finding in one line; empty if the check passed
 * @param text the finding with all details; empty if the check passed
 */
public record TestCase(String name, double seconds, Outcome outcome, String type, String message, String text) {

    public enum Outcome {
        PASSED,
        FAILURE,
        /** An error prevented the check. */
        ERROR,
        /** The check was not made. */
        SKIPPED
    }

    public static TestCase passed(String name, String type) {
        return new TestCase(name, 0, Outcome.PASSED, type, "", "");
    }

    public static TestCase of(Outcome outcome, String name, String type, String message) {
        return new TestCase(name, 0, outcome, type, message, message);
    }

    public TestCase withSeconds(double newSeconds) {
        return new TestCase(name, newSeconds, outcome, type, message, text);
    }
}
