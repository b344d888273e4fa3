// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the part of a file that describes tables. */
final class TableReader {

    private static final long MOST_ROWS = 1_000_000_000_000L;

    private TableReader() {}

    static List<Script.Table> tables(YamlNode node) {
        List<Script.Table> tables = new ArrayList<>();
        node.entries().forEach((name, value) -> tables.add(table(ScriptReader.identifier(value, name), value)));
        return tables;
    }

    private static Script.Table table(String name, YamlNode node) {
        node.allow("create", "columns", "keys", "table-options", "rows", "values");
        if (node.get("create").isPresent() == node.get("columns").isPresent()) {
            throw node.error(
                    node.get("create").isPresent() ? "with both create and columns" : "without create and columns",
                    "given one of the two");
        }
        long rows =
                node.get("rows").map(value -> value.wholeNumber(0, MOST_ROWS)).orElse(0L);
        Map<String, ValueSource> values = new LinkedHashMap<>();
        node.get("values").ifPresent(all -> {
            Set<String> columns =
                    node.get("columns").map(YamlNode::entries).map(Map::keySet).orElse(Set.of());
            ValueReader reader = ValueReader.forRows();
            all.entries().forEach((column, value) -> {
                ScriptReader.identifier(value, column);
                if (!columns.isEmpty() && !columns.contains(column)) {
                    throw value.error("for a column that is not there", "for one of " + String.join(", ", columns));
                }
                values.put(column, reader.named(column, value));
            });
        });
        if (rows > 0 && values.isEmpty()) {
            throw node.required("rows").error(rows, "0 without values: give what a row has under values");
        }
        return new Script.Table(
                name, node.get("create").isPresent() ? created(name, node) : composed(name, node), rows, values);
    }

    private static String created(String name, YamlNode node) {
        YamlNode create = node.required("create");
        node.get("keys").or(() -> node.get("table-options")).ifPresent(value -> {
            throw value.error("given with create", "a part of that statement");
        });
        SqlTemplate sql = ScriptReader.template(create);
        String quoted = Pattern.quote(name);
        Pattern form = Pattern.compile(
                "CREATE\\s+TABLE\\s+(?:`" + quoted + "`|" + quoted + "(?![\\w$.])).*",
                Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
        if (!sql.names().isEmpty() || !form.matcher(sql.prepared()).matches()) {
            throw create.error(create.text(), "a statement that begins with CREATE TABLE " + name);
        }
        return sql.prepared();
    }

    private static String composed(String name, YamlNode node) {
        List<String> parts = new ArrayList<>();
        node.required("columns")
                .entries()
                .forEach((column, type) ->
                        parts.add(Literals.name(ScriptReader.identifier(type, column)) + " " + fragment(type)));
        node.get("keys").map(YamlNode::elements).orElse(List.of()).forEach(key -> parts.add(fragment(key)));
        String options = node.get("table-options").map(TableReader::fragment).orElse("");
        return ("CREATE TABLE " + Literals.name(name) + " (" + String.join(", ", parts) + ") " + options).strip();
    }

    /** A part of CREATE TABLE as the user writes it. */
    private static String fragment(YamlNode node) {
        SqlTemplate sql = ScriptReader.template(node);
        if (!sql.names().isEmpty() || sql.prepared().isBlank()) {
            throw node.error(node.text(), "a part of CREATE TABLE, as in INT NOT NULL");
        }
        return sql.prepared();
    }
}
