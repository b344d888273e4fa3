// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.value;

import io.github.cdctester.internal.yaml.NearNames;
import java.util.Collection;

/** Texts after "must be", for a value of a load or consumer that a run does not have. */
public final class ExpectedParts {

    private ExpectedParts() {}

    public static String load(String unknownName, Collection<String> loads) {
        return loads.isEmpty()
                ? "about the stream: this run writes nothing that it could measure"
                : "about one of the loads " + NearNames.oneOf(unknownName, loads);
    }

    public static String consumer(Collection<String> consumers) {
        return consumers.isEmpty()
                ? "about something else: no consumer is judged in this run"
                : "about one of the consumers " + String.join(", ", consumers);
    }
}
