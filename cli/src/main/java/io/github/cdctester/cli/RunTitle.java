// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import java.util.List;
import java.util.stream.Collectors;

/** What a command does and where, in a few words. */
final class RunTitle {

    private static final int MOST_NAMES = 3;

    private RunTitle() {}

    static String of(String command, Plan plan) {
        List<String> names =
                plan.loads().stream().map(NamedLoad::name).distinct().toList();
        String more = names.size() <= MOST_NAMES ? "" : " and " + (names.size() - MOST_NAMES) + " more";
        String what = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", ")) + more;
        return command + (what.isEmpty() ? "" : " " + what) + " at "
                + (plan.loads().isEmpty() ? plan.cdcEndpoint() : plan.endpoint()).address();
    }
}
