// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.learn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Values of a workload file, and statements that have them as parameters. */
final class StatementBlock {

    private final int[] named;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final List<String> statements = new ArrayList<>();

    /** Creates a block whose names are none of those around it, which have counted so far. */
    StatementBlock(int[] named) {
        this.named = named;
    }

    /** Adds a value, and makes a name for it. */
    String value(String stem, String value) {
        String name = stem + ++named[0];
        values.put(name, value);
        return name;
    }

    void statement(String sql) {
        statements.add("- \"" + sql + "\"\n");
    }

    /** Adds an INSERT of several rows, which have values of their own. */
    void rows(String sql, String count, StatementBlock row) {
        StringBuilder text = new StringBuilder("- sql: \"" + sql + "\"\n  rows: " + count + "\n");
        row.writeValues(text, "  ");
        statements.add(text.toString());
    }

    void repeated(StatementBlock round, String times) {
        if (!round.statements.isEmpty()) {
            StringBuilder text = new StringBuilder("- repeat: " + times + "\n");
            round.write(text, "  ");
            statements.add(text.toString());
        }
    }

    int size() {
        return statements.size();
    }

    void write(StringBuilder yaml, String indent) {
        writeValues(yaml, indent);
        yaml.append(indent).append("statements:\n");
        statements.forEach(one -> yaml.append(one.indent(indent.length() + 2)));
    }

    private void writeValues(StringBuilder yaml, String indent) {
        if (!values.isEmpty()) {
            yaml.append(indent).append("values:\n");
            values.forEach((name, value) -> yaml.append(indent)
                    .append("  ")
                    .append(name)
                    .append(": ")
                    .append(value)
                    .append('\n'));
        }
    }
}
