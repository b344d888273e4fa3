// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import java.time.Instant;
import java.util.List;

/**
 * A run as a test suite.
 *
 * @param name what it is called
 * @param place its place among the suites, with dots between: what JUnit takes for a class
 * @param startedAt when it began
 * @param seconds how long it took
 * @param cases what was looked at
 */
record JUnitSuite(String name, String place, Instant startedAt, double seconds, List<Case> cases) {

    /** Copies the list. */
    JUnitSuite {
        cases = List.copyOf(cases);
    }

    /** What became of a case. */
    enum Outcome {
        /** It is as it should be. */
        PASSED,
        /** It is not. */
        FAILURE,
        /** It could not be looked at, as something broke. */
        ERROR,
        /** It was not looked at, as planned. */
        SKIPPED
    }

    /**
     * Something that was looked at.
     *
     * @param name what, such as a limit
     * @param seconds how long that took
     * @param outcome what became of it
     * @param type what kind of thing it is, in one word
     * @param message what was found, in one line; empty where it passed
     * @param text the same with all that is known; empty likewise
     */
    record Case(String name, double seconds, Outcome outcome, String type, String message, String text) {

        static Case passed(String name, String type) {
            return new Case(name, 0, Outcome.PASSED, type, "", "");
        }

        static Case of(Outcome outcome, String name, String type, String message) {
            return new Case(name, 0, outcome, type, message, message);
        }

        Case in(double length) {
            return new Case(name, length, outcome, type, message, text);
        }
    }

    long count(Outcome outcome) {
        return cases.stream().filter(one -> one.outcome() == outcome).count();
    }
}
