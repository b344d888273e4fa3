// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.internal.workload.SqlSection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A kind of step, which visits one table. The resource {@code steps.txt} lists the kinds, and explains its syntax.
 *
 * @param index from 0
 * @param needs requirements of the server, for example {@code mysql=8.0.12}
 * @param firstScripts one list of statements for each of the first visits of a table
 * @param laterScripts lists of statements for later visits, used in turn
 */
record StormKind(
        int index, String name, List<String> needs, List<List<String>> firstScripts, List<List<String>> laterScripts) {

    static final List<StormKind> ALL = read();

    /** Creates a table again, after a step whose outcome is unknown. */
    static final StormKind REBUILD = new StormKind(ALL.size(), "rebuild", List.of(), List.of(), List.of());

    private static List<StormKind> read() {
        List<StormKind> kinds = new ArrayList<>();
        for (SqlSection section : SqlSection.read(StormKind.class, "steps.txt")) {
            List<String> head = List.of(section.head().split(" "));
            List<List<String>> firstScripts = new ArrayList<>();
            List<List<String>> laterScripts = new ArrayList<>();
            for (String script : section.body().split("\n\n")) {
                List<String> lines = script.lines().toList();
                boolean isFirst = lines.get(0).equals("first");
                (isFirst ? firstScripts : laterScripts).add(lines.subList(isFirst ? 1 : 0, lines.size()));
            }
            kinds.add(
                    new StormKind(kinds.size(), head.get(0), head.subList(1, head.size()), firstScripts, laterScripts));
        }
        return List.copyOf(kinds);
    }

    static List<String> names() {
        return ALL.stream().map(StormKind::name).toList();
    }

    static Optional<StormKind> of(String name) {
        return ALL.stream().filter(kind -> kind.name().equals(name)).findFirst();
    }

    /** Steps of these kinds alternate with steps of the requested kinds. */
    static List<StormKind> rowKinds() {
        return ALL.subList(0, 3);
    }

    /** {@code visits}: the number of earlier visits. */
    List<String> script(int visits) {
        return visits < firstScripts.size()
                ? firstScripts.get(visits)
                : laterScripts.get((visits - firstScripts.size()) % laterScripts.size());
    }
}
