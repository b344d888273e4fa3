// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.baseline;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The repeats of one test, measured together; a line of the file.
 *
 * @param test the test's name
 * @param machine the machine's class, or the name that it was given
 * @param server such as {@code mysql-9.7}
 * @param level how often a change has been accepted before
 * @param date the day (UTC) of the measurement, such as {@code 2026-11-23}
 * @param figures each repeat's number by the figure's name in result.json
 */
public record Night(
        String test, String machine, String server, int level, String date, Map<String, List<Double>> figures) {

    /** Copies the figures, in the order of their names. */
    public Night {
        figures = Collections.unmodifiableMap(new TreeMap<>(figures));
    }

    /** Whether it can be compared with another one. */
    boolean isLike(Night other) {
        return test.equals(other.test) && machine.equals(other.machine) && server.equals(other.server);
    }

    /** The same on another level. */
    Night at(int otherLevel) {
        return new Night(test, machine, server, otherLevel, date, figures);
    }
}
