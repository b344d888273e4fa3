// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.Rate;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.yaml.YamlBinder;
import io.github.cdctester.internal.yaml.YamlBinder.Default;
import io.github.cdctester.internal.yaml.YamlBinder.Range;
import io.github.cdctester.internal.yaml.YamlFile;
import io.github.cdctester.internal.yaml.YamlNode;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

final class ScriptReader {

    private static final YamlBinder BINDER = new YamlBinder();
    private static final String OPTION_NAME = "[A-Za-z][A-Za-z0-9_]{0,63}";
    private static final int MAX_KINDS = 100;
    private static final int MAX_REPEATS = 100_000;
    private static final int MAX_ROWS = 100_000;
    private static final int MAX_RATE = 10_000_000;

    /** A file without a version has the newest version. */
    private static final int VERSION = 1;

    /** These statements return rows or report the number of changed rows. */
    private static final Set<String> STATEMENTS = Set.of("SELECT", "WITH", "INSERT", "UPDATE", "DELETE");

    private record ScriptKeys(
            Optional<YamlNode> version,
            Optional<YamlNode> learned,
            Optional<YamlNode> rate,
            Optional<ProfileKeys> profile,
            @Default("poisson") Arrivals arrivals,
            Optional<YamlNode> options,
            Optional<Isolation> isolation,
            @Default("false") boolean stamp,
            Map<String, TableReader.TableKeys> tables,
            YamlNode transactions,
            Map<String, YamlNode> checks) {}

    private record ProfileKeys(
            YamlNode node, @Range(min = 1, max = 86_400) int seconds, List<Double> heights) {}

    private enum Isolation {
        READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
        READ_UNCOMMITTED(Connection.TRANSACTION_READ_UNCOMMITTED),
        REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
        SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

        private final int level;

        Isolation(int level) {
            this.level = level;
        }
    }

    private record TransactionKeys(
            YamlNode node,
            @Default("1") @Range(max = 1_000_000) int weight,
            @Default("false") boolean autocommit,
            @Default("commit") TransactionEnd end,
            Map<String, YamlNode> values,
            YamlNode statements) {}

    private enum TransactionEnd {
        COMMIT,
        ROLLBACK
    }

    private record RepeatKeys(YamlNode repeat, Map<String, YamlNode> values, YamlNode statements) {}

    private record StatementKeys(
            YamlNode node,
            YamlNode sql,
            List<YamlNode> read,
            Optional<IfEmpty> ifEmpty,
            Optional<YamlNode> rows,
            Map<String, YamlNode> values) {

        boolean isQuery() {
            return !read.isEmpty() || template(sql).isSelect();
        }
    }

    private enum IfEmpty {
        ROLLBACK,
        NULL
    }

    /** The name of a table with copies, followed by the parameter with the number of the copy. */
    private final Pattern copyReference;

    private final Map<String, Integer> copiesByTable;

    private final List<Script.Table> tables;
    private final boolean stamp;

    private ScriptReader(Map<String, Integer> copiesByTable, List<Script.Table> tables, boolean stamp) {
        this.copiesByTable = copiesByTable;
        this.tables = tables;
        this.stamp = stamp;
        copyReference = Pattern.compile(copiesByTable.keySet().stream()
                .map(Pattern::quote)
                .collect(Collectors.joining("|", "(?<![\\w$`])(", ")(?<=[\\w$]):(\\w+)")));
    }

    static Script read(Scripted spec) {
        ScriptKeys keys = BINDER.read(YamlFile.parse(spec.source(), spec.yaml(), options(spec)), ScriptKeys.class);
        boolean stamp = keys.stamp() || spec.stamp();
        List<Script.Table> tables = new ArrayList<>();
        Map<String, Integer> copiesByTable = new TreeMap<>();
        keys.tables().forEach((name, table) -> {
            List<Script.Table> copies = TableReader.tables(identifier(table.node(), name), table, stamp);
            tables.addAll(copies);
            table.copies().ifPresent(node -> copiesByTable.put(name, copies.size()));
        });
        Map<String, String> checks = new LinkedHashMap<>();
        keys.checks().forEach((name, node) -> checks.put(name, check(node)));
        return new Script(
                tables,
                new ScriptReader(copiesByTable, tables, stamp).transactions(keys.transactions()),
                checks,
                keys.isolation().map(isolation -> isolation.level).orElse(0),
                rate(keys),
                keys.arrivals(),
                stamp);
    }

    private static Optional<Rate> rate(ScriptKeys keys) {
        Optional<Rate.Steady> steady = keys.rate().map(ScriptReader::rate);
        return keys.profile()
                .<Rate>map(profile -> {
                    YamlNode node = profile.node();
                    Rate.Steady mean =
                            steady.orElseThrow(() -> node.error("given", "together with a rate, which is its mean"));
                    return node.withErrorsAtNode(
                            () -> mean.profile(profile.heights(), Duration.ofSeconds(profile.seconds())));
                })
                .or(() -> steady);
    }

    private static Rate.Steady rate(YamlNode node) {
        double rate = NumberSource.isNumber(node.text()) ? Double.parseDouble(node.text()) : 0;
        if (rate <= 0 || rate > MAX_RATE) {
            throw node.error(node.text(), "transactions a second, a number above 0, at most " + MAX_RATE);
        }
        return Rate.perSecond(rate);
    }

    /** The user's options override the options in the file. */
    private static Map<String, String> options(Scripted spec) {
        YamlNode root = YamlFile.parse(spec.source(), spec.yaml(), Map.of());
        root.get("version").ifPresent(node -> {
            long version = node.wholeNumber(1, Integer.MAX_VALUE);
            if (version > VERSION) {
                throw node.problem(
                        "is " + version + ", but this cdc-tester reads up to " + VERSION + ": use a newer one");
            }
        });
        Map<String, String> options = new TreeMap<>();
        root.get("options")
                .ifPresent(node -> node.entries()
                        .forEach((name, value) -> options.put(
                                checkedName(value, name, OPTION_NAME, "a letter, then letters, digits and '_'"),
                                value.text())));
        spec.options().forEach((name, value) -> {
            if (options.replace(name, value) == null) {
                throw new InvalidPlanException(
                        "workloadOption",
                        name + "=" + value,
                        options.isEmpty()
                                ? "left out: " + spec.source() + " has no options"
                                : "one of the options of " + spec.source() + ": "
                                        + String.join(", ", options.keySet()));
            }
        });
        return options;
    }

    private static String check(YamlNode node) {
        SqlTemplate sql = template(node);
        if (!sql.isSelect() && !sql.firstWord().equals("WITH") || !sql.names().isEmpty()) {
            throw node.error(node.text(), "a SELECT without parameters, whose rows are what breaks the condition");
        }
        return sql.preparedText();
    }

    private List<Script.Transaction> transactions(YamlNode node) {
        List<Script.Transaction> transactions = new ArrayList<>();
        if (node.entries().size() > MAX_KINDS) {
            throw node.problem("has " + node.entries().size() + " transactions, must have at most " + MAX_KINDS);
        }
        node.entries()
                .forEach((name, value) -> transactions.add(transaction(
                        checkedName(value, name, "[A-Za-z0-9_-]{1,64}", "1 to 64 letters, digits, '_' and '-'"),
                        BINDER.read(value, TransactionKeys.class))));
        if (transactions.stream().allMatch(transaction -> transaction.weight() == 0)) {
            throw node.problem("all weights are 0; give one at least a weight from 1");
        }
        return transactions;
    }

    private Script.Transaction transaction(String name, TransactionKeys keys) {
        boolean rollsBack = keys.end() == TransactionEnd.ROLLBACK;
        if (keys.autocommit() && rollsBack) {
            throw keys.node()
                    .required("end")
                    .problem("rollback cannot be combined with autocommit: there is nothing to roll back");
        }
        ValueReader names = ValueReader.forTransactions();
        if (stamp) {
            StampedSql.NAMES.forEach(column -> names.add(keys.node(), column));
        }
        Script.Block body = block(keys.values(), keys.statements(), Spans.ONCE, names);
        return new Script.Transaction(name, keys.weight(), keys.autocommit(), rollsBack, body);
    }

    private Script.Block block(Map<String, YamlNode> nodes, YamlNode statements, Spans times, ValueReader names) {
        Map<String, ValueSource> values = values(nodes, names);
        List<Script.Step> steps = new ArrayList<>();
        for (YamlNode step : statements.elements()) {
            if (!step.isMapping()) {
                steps.add(statement(
                        new StatementKeys(step, step, List.of(), Optional.empty(), Optional.empty(), Map.of()), names));
            } else if (step.get("repeat").isPresent()) {
                RepeatKeys keys = BINDER.read(step, RepeatKeys.class);
                Spans span = Spans.read(keys.repeat(), 0, MAX_REPEATS);
                steps.add(block(keys.values(), keys.statements(), span, names.forInnerBlock()));
            } else {
                steps.add(statement(BINDER.read(step, StatementKeys.class), names));
            }
        }
        return new Script.Block(times, values, steps);
    }

    private static Map<String, ValueSource> values(Map<String, YamlNode> nodes, ValueReader names) {
        Map<String, ValueSource> values = new LinkedHashMap<>();
        nodes.forEach((name, value) -> values.put(name, names.readValue(parameterName(value, name), value)));
        return values;
    }

    private static Script.Rows rows(YamlNode count, SqlTemplate sql, Map<String, ValueSource> values) {
        if (sql.rowStart().isEmpty()) {
            throw count.problem("needs INSERT … VALUES (…) with a row in brackets at the end");
        }
        return new Script.Rows(Spans.read(count, 1, MAX_ROWS), values);
    }

    private Script.Sql statement(StatementKeys keys, ValueReader names) {
        YamlNode text = keys.sql();
        requireSupported(text, template(text).firstWord());
        Matcher reference = copyReference.matcher(text.text());
        String copy = reference.find() ? reference.group(2) : null;
        String statementText = !stamp || keys.isQuery() ? text.text() : addStamp(text, firstCopy(text.text(), copy));
        SqlTemplate sql = SqlTemplate.parse(statementText);
        SqlTemplate firstCopy = firstCopy(statementText, copy);
        ValueReader rowNames = keys.rows().isPresent() ? names.forInnerBlock() : names;
        Script.Rows rows = keys.rows()
                .map(count -> rows(count, firstCopy, values(keys.values(), rowNames)))
                .orElse(null);
        if (rows == null && !keys.values().isEmpty()) {
            keys.node().requireFor("rows", "values");
        }
        sql.names().forEach(name -> rowNames.requireVisible(text, ":" + name, name));
        List<String> reads = new ArrayList<>();
        for (YamlNode name : keys.read()) {
            if (!sql.isSelect() && !sql.firstWord().equals("WITH")) {
                throw name.problem("needs SELECT, not " + sql.firstWord());
            }
            reads.add(parameterName(name, name.text()));
            names.add(name, name.text());
        }
        if (reads.isEmpty() && keys.ifEmpty().isPresent()) {
            throw keys.node().required("if-empty").problem("needs read");
        }
        boolean orNull = keys.ifEmpty().filter(IfEmpty.NULL::equals).isPresent();
        if (copy != null && (!reads.isEmpty() || !names.isNumber(copy))) {
            throw text.problem(
                    reads.isEmpty()
                            ? ":" + copy + " must be a whole number that is drawn before, as it is the number of a copy"
                            : "read cannot be combined with the number of a copy");
        }
        int copies = copy == null ? 1 : copies(text.text(), copy);
        return new Script.Sql(sql, List.copyOf(reads), orNull, text.fileAndLine(), rows, copy, copies, statementText);
    }

    /** Returns the largest number of copies among the tables whose copy the parameter selects. */
    private int copies(String text, String copy) {
        return copyReference
                .matcher(text)
                .results()
                .filter(reference -> reference.group(2).equals(copy))
                .mapToInt(reference -> copiesByTable.getOrDefault(reference.group(1), 1))
                .max()
                .orElse(1);
    }

    private static void requireSupported(YamlNode text, String firstWord) {
        if (!STATEMENTS.contains(firstWord)) {
            throw text.error(
                    text.text(),
                    firstWord.equals("REPLACE")
                            ? "INSERT … ON DUPLICATE KEY UPDATE, or DELETE and INSERT: REPLACE does not report"
                                    + " whether it changed anything"
                            : "a statement that begins with SELECT, WITH, INSERT, UPDATE or DELETE");
        }
    }

    private static SqlTemplate firstCopy(String text, @Nullable String copy) {
        return SqlTemplate.parse(copy == null ? text : Script.Sql.textForCopy(text, copy, 1));
    }

    private String addStamp(YamlNode text, SqlTemplate sql) {
        if (!StampedSql.canStamp(sql, tables)) {
            throw text.error(
                    text.text(),
                    "INSERT INTO TABLE (COLUMN, …) VALUES (…) with one row, UPDATE TABLE SET … or DELETE FROM TABLE, of a"
                            + " table of this file and without cdc_seq and cdc_at, because rows are stamped");
        }
        return StampedSql.addStamp(text.text());
    }

    static SqlTemplate template(YamlNode node) {
        return node.withErrorsAtNode(() -> SqlTemplate.parse(node.text()));
    }

    static String identifier(YamlNode node, String name) {
        return checkedName(
                node, name, "(?!\\d+$)[A-Za-z0-9_$]{1,64}", "1 to 64 letters, digits, '_' and '$', not only digits");
    }

    private static String parameterName(YamlNode node, String name) {
        return checkedName(node, name, "[A-Za-z_][A-Za-z0-9_]{0,63}", "a letter or '_', then letters, digits and '_'");
    }

    private static String checkedName(YamlNode node, String name, String pattern, String expected) {
        if (!name.matches(pattern)) {
            throw node.problem("the name '" + name + "' must be " + expected);
        }
        return name;
    }
}
