// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.access.Quoted;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.internal.yaml.YamlBinder.Default;
import io.github.cdctester.internal.yaml.YamlBinder.Range;
import io.github.cdctester.internal.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

final class TableReader {

    record TableKeys(
            YamlNode node,
            Optional<YamlNode> create,
            Map<String, YamlNode> columns,
            List<YamlNode> keys,
            Optional<YamlNode> tableOptions,
            @Default("0") @Range(max = 1_000_000_000_000L) long rows,
            Optional<YamlNode> copies,
            Map<String, YamlNode> values) {}

    private TableReader() {}

    static final Pattern QUOTED = Pattern.compile("'[^'\\\\]*+'|\"[^\"\\\\]*+\"|`[^`]*+`");

    /**
     * Not allowed in a fragment of CREATE TABLE outside of quotes: a comment, the end of a statement, an open quote, a quote with a
     * backslash, and a query.
     */
    private static final Pattern FORBIDDEN_IN_FRAGMENT =
            Pattern.compile("--|#|/\\*|[;'\"`\\\\]|\\b(?:SELECT|TABLE)\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern TIMESTAMP =
            Pattern.compile("(?:`?([\\w$]{1,64})`?\\s+|^\\s*)timestamp\\b", Pattern.CASE_INSENSITIVE);

    private static final Pattern ENGINE = Pattern.compile("\\bENGINE\\b", Pattern.CASE_INSENSITIVE);

    private static final int MAX_COPIES = 10_000;

    /** The name of each copy ends with the copy's number. */
    static List<Script.Table> tables(String name, TableKeys keys, boolean stamp) {
        YamlNode copies = keys.copies().orElse(null);
        if (copies == null) {
            return List.of(table(name, keys, stamp));
        }
        keys.create().ifPresent(create -> {
            throw copies.problem("needs columns, and cannot be combined with create");
        });
        return LongStream.rangeClosed(1, copies.wholeNumber(1, MAX_COPIES))
                .mapToObj(number -> table(name + number, keys, stamp))
                .toList();
    }

    private static Script.Table table(String name, TableKeys keys, boolean stamp) {
        keys.node().oneOf("create", "columns");
        Map<String, ValueSource> values = new LinkedHashMap<>();
        Set<String> columns = keys.columns().keySet();
        ValueReader reader = ValueReader.forRows();
        keys.values().forEach((column, value) -> {
            ScriptReader.identifier(value, column);
            if (!columns.isEmpty() && !columns.contains(column)) {
                throw value.problem("no such column; the columns are " + NearNames.oneOf(column, columns));
            }
            values.put(column, reader.readValue(column, value));
            YamlNode type = keys.create().orElse(keys.columns().get(column));
            // in CREATE TABLE, the word before a type is the name of the column
            if (type != null
                    && TIMESTAMP
                            .matcher(type.text())
                            .results()
                            .anyMatch(match ->
                                    List.of("", column).contains(Objects.requireNonNullElse(match.group(1), "")))) {
                TextSources.requireTimestampRange(column, value);
            }
        });
        if (keys.rows() > 0 && values.isEmpty()) {
            throw keys.node().required("rows").problem("needs values, the columns of a row");
        }
        String create = keys.create()
                .map(statement -> checkedStatement(name, keys, statement, stamp))
                .orElseGet(() -> composedStatement(name, keys, stamp));
        return new Script.Table(name, create, keys.rows(), values);
    }

    private static String checkedStatement(String name, TableKeys keys, YamlNode create, boolean stamp) {
        keys.node().get("keys").or(keys::tableOptions).ifPresent(value -> {
            throw value.problem("cannot be combined with create; add it to that statement");
        });
        SqlTemplate sql = ScriptReader.template(create);
        String quoted = Pattern.quote(name);
        Pattern pattern = Pattern.compile(
                "CREATE\\s+TABLE\\s+(?:`" + quoted + "`|" + quoted + "(?![\\w$.])).*",
                Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
        if (!sql.names().isEmpty() || !pattern.matcher(sql.preparedText()).matches()) {
            throw create.error(create.text(), "a statement that begins with CREATE TABLE " + name);
        }
        if (stamp && !StampedSql.NAMES.stream().allMatch(sql.preparedText()::contains)) {
            throw create.error(
                    create.text(),
                    "a statement with the columns " + RowStamp.DEFINITION + ", because rows are stamped");
        }
        return sql.preparedText();
    }

    private static String composedStatement(String name, TableKeys keys, boolean stamp) {
        List<String> definitions = new ArrayList<>();
        keys.columns()
                .forEach((column, type) ->
                        definitions.add(Quoted.name(ScriptReader.identifier(type, column)) + " " + fragment(type)));
        if (stamp) {
            definitions.add(RowStamp.DEFINITION);
        }
        keys.keys().forEach(key -> definitions.add(fragment(key)));
        String options = keys.tableOptions().map(TableReader::fragment).orElse("");
        // without it, a server's default engine may not roll back
        String engine = ENGINE.matcher(QUOTED.matcher(options).replaceAll("q")).find() ? "" : "ENGINE=InnoDB ";
        return ("CREATE TABLE " + Quoted.name(name) + " (" + String.join(", ", definitions) + ") " + engine + options)
                .strip();
    }

    /**
     * Returns true if a text neither closes the surrounding list nor starts another statement. Files may come from other people or from
     * a recorded log.
     */
    private static boolean isFragment(String text) {
        String unquoted = QUOTED.matcher(text).replaceAll("q");
        int openBrackets = 0;
        for (int i = 0; i < unquoted.length(); i++) {
            char character = unquoted.charAt(i);
            openBrackets += character == '(' ? 1 : character == ')' ? -1 : 0;
            if (openBrackets < 0) {
                return false;
            }
        }
        return openBrackets == 0 && !FORBIDDEN_IN_FRAGMENT.matcher(unquoted).find();
    }

    private static String fragment(YamlNode node) {
        SqlTemplate sql = ScriptReader.template(node);
        if (!sql.names().isEmpty() || sql.preparedText().isBlank() || !isFragment(sql.preparedText())) {
            throw node.error(node.text(), "a part of CREATE TABLE, as in INT NOT NULL");
        }
        return sql.preparedText();
    }
}
