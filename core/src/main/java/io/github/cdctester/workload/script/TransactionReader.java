// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import io.github.cdctester.internal.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the part of a file that describes transactions, with the names that can be used at each place. */
final class TransactionReader {

    private static final int MOST_KINDS = 100;
    private static final int MOST_WEIGHT = 1_000_000;
    private static final int MOST_REPEATS = 100_000;

    /** Statements of transactions: those that read, and those that have a number of changed rows. */
    private static final Set<String> STATEMENTS = Set.of("SELECT", "WITH", "INSERT", "UPDATE", "DELETE");

    private TransactionReader() {}

    static List<Script.Transaction> transactions(YamlNode node) {
        List<Script.Transaction> transactions = new ArrayList<>();
        if (node.entries().size() > MOST_KINDS) {
            throw node.error(node.entries().size() + " transactions", "at most " + MOST_KINDS);
        }
        node.entries().forEach((name, value) -> {
            if (!name.matches("[A-Za-z0-9_-]{1,64}")) {
                throw value.error("the name '" + name + "'", "1 to 64 letters, digits, '_' and '-'");
            }
            transactions.add(transaction(name, value));
        });
        if (transactions.stream().allMatch(each -> each.weight() == 0)) {
            throw node.error("all of weight 0", "at least one with a weight from 1");
        }
        return transactions;
    }

    private static Script.Transaction transaction(String name, YamlNode node) {
        node.allow("weight", "autocommit", "end", "values", "statements");
        int weight = (int) (long) node.get("weight")
                .map(value -> value.wholeNumber(0, MOST_WEIGHT))
                .orElse(1L);
        boolean autocommit = node.get("autocommit")
                .map(value -> value.word("true", "false"))
                .orElse("false")
                .equals("true");
        boolean rollsBack = node.get("end")
                .map(value -> value.word("commit", "rollback"))
                .orElse("commit")
                .equals("rollback");
        if (autocommit && rollsBack) {
            throw node.required("end").error("rollback", "commit with autocommit: there is nothing to roll back");
        }
        return new Script.Transaction(
                name, weight, autocommit, rollsBack, block(node, 1, 1, ValueReader.forTransactions()));
    }

    private static Script.Block block(YamlNode node, int least, int most, ValueReader names) {
        Map<String, ValueSource> values = new LinkedHashMap<>();
        node.get("values")
                .ifPresent(all -> all.entries().forEach((name, value) -> {
                    parameterName(value, name);
                    values.put(name, names.named(name, value));
                }));
        List<Script.Step> steps = new ArrayList<>();
        for (YamlNode step : node.required("statements").elements()) {
            steps.add(step(step, names));
        }
        return new Script.Block(least, most, values, steps);
    }

    private static Script.Step step(YamlNode node, ValueReader names) {
        if (!node.isMapping()) {
            return statement(node, node, names);
        }
        if (node.get("repeat").isPresent()) {
            node.allow("repeat", "values", "statements");
            int[] times = ScriptReader.span(node.required("repeat"), 0, MOST_REPEATS);
            return block(node, times[0], times[1], names.inside());
        }
        node.allow("sql", "read", "if-empty");
        return statement(node, node.required("sql"), names);
    }

    private static Script.Sql statement(YamlNode step, YamlNode text, ValueReader names) {
        SqlTemplate sql = ScriptReader.template(text);
        if (!STATEMENTS.contains(sql.firstWord())) {
            throw text.error(
                    text.text(),
                    sql.firstWord().equals("REPLACE")
                            ? "INSERT … ON DUPLICATE KEY UPDATE, or DELETE and INSERT: REPLACE does not tell whether it"
                                    + " changed anything"
                            : "a statement that begins with SELECT, WITH, INSERT, UPDATE or DELETE");
        }
        sql.names().forEach(name -> names.mustKnow(text, ":" + name, name));
        List<String> reads = new ArrayList<>();
        boolean orNull = false;
        if (step.isMapping()) {
            step.get("read").ifPresent(read -> {
                if (!sql.isSelect() && !sql.firstWord().equals("WITH")) {
                    throw read.error("given for " + sql.firstWord(), "given for a SELECT");
                }
                for (YamlNode name : read.isList() ? read.elements() : List.of(read)) {
                    reads.add(parameterName(name, name.text()));
                    names.add(name, name.text());
                }
            });
            orNull = step.get("if-empty")
                    .map(value -> value.word("rollback", "null"))
                    .orElse("rollback")
                    .equals("null");
            if (reads.isEmpty() && step.get("if-empty").isPresent()) {
                throw step.required("if-empty").error("given without read", "given with it");
            }
        }
        return new Script.Sql(sql, List.copyOf(reads), orNull, text.at());
    }

    private static String parameterName(YamlNode at, String name) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]{0,63}")) {
            throw at.error("the name '" + name + "'", "a letter or '_', then letters, digits and '_'");
        }
        return name;
    }
}
