// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix.setting;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A statement of a setting, classified by how its changes can be undone. */
public sealed interface SettingStatement {

    enum Scope {
        GLOBAL,
        PERSIST,
        PERSIST_ONLY
    }

    /** @param name may start with the name of a component and a dot */
    record Variable(String name, Scope scope) {}

    /** @param variables a variable may occur twice */
    record Variables(List<Variable> variables) implements SettingStatement {}

    record SetupRows(SetupTable table) implements SettingStatement {}

    /** Only the undo statements of the setting can undo it. */
    record Other() implements SettingStatement {}

    static SettingStatement of(String sql) {
        if (SqlWords.hasHints(sql)) {
            return new Other();
        }
        List<SqlWords.Word> words = SqlWords.of(sql);
        String firstWord = words.get(0).upperCaseName();
        if (firstWord.equals("SET")) {
            return Assignments.of(words.subList(1, words.size()));
        }
        return firstWord.equals("UPDATE") ? update(words) : new Other();
    }

    private static SettingStatement update(List<SqlWords.Word> words) {
        int index = 1;
        while (index < words.size()
                && Set.of("LOW_PRIORITY", "IGNORE").contains(words.get(index).upperCaseName())) {
            index++;
        }
        boolean isSingleTable =
                index + 1 < words.size() && words.get(index + 1).upperCaseName().equals("SET");
        Optional<SetupTable> table =
                isSingleTable ? SetupTable.byName(words.get(index).text()) : Optional.empty();
        return table.<SettingStatement>map(SetupRows::new).orElseGet(Other::new);
    }

    final class Assignments {

        private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_$]+(\\.[\\p{L}\\p{N}_$]+)?");

        private Assignments() {}

        /** Returns {@link Other} unless all assignments set server or user variables, and at least one sets a server variable. */
        private static SettingStatement of(List<SqlWords.Word> words) {
            List<Variable> variables = new ArrayList<>();
            Optional<Scope> previousScope = Optional.empty();
            for (List<SqlWords.Word> assignment : split(words)) {
                int equalsIndex = indexOfEquals(assignment);
                if (equalsIndex == 1 && isUserVariable(assignment.get(0).text())) {
                    continue;
                }
                Optional<Variable> variable = variable(assignment, equalsIndex, previousScope);
                if (variable.isEmpty()) {
                    return new Other();
                }
                previousScope = variable.map(Variable::scope);
                variables.add(variable.get());
            }
            return variables.isEmpty() ? new Other() : new Variables(List.copyOf(variables));
        }

        /** An assignment without a scope takes the scope of the previous assignment. */
        private static Optional<Variable> variable(
                List<SqlWords.Word> assignment, int equalsIndex, Optional<Scope> previousScope) {
            if (equalsIndex == 2) {
                return scope(assignment.get(0).text())
                        .flatMap(scope -> variable(assignment.get(1).text(), scope));
            }
            if (equalsIndex != 1) {
                return Optional.empty();
            }
            String name = assignment.get(0).text();
            if (!name.startsWith("@@")) {
                return previousScope.flatMap(scope -> variable(name, scope));
            }
            int dot = name.indexOf('.');
            return dot < 0
                    ? Optional.empty()
                    : scope(name.substring(2, dot)).flatMap(scope -> variable(name.substring(dot + 1), scope));
        }

        private static Optional<Variable> variable(String name, Scope scope) {
            return NAME.matcher(name).matches()
                    ? Optional.of(new Variable(name.toLowerCase(Locale.ROOT), scope))
                    : Optional.empty();
        }

        static boolean isUserVariable(String name) {
            return name.startsWith("@") && !name.startsWith("@@");
        }

        private static Optional<Scope> scope(String word) {
            String name = word.toUpperCase(Locale.ROOT);
            return Stream.of(Scope.values())
                    .filter(scope -> scope.name().equals(name))
                    .findFirst();
        }

        static int indexOfEquals(List<SqlWords.Word> assignment) {
            for (int i = 0; i < assignment.size(); i++) {
                if (assignment.get(i).isSign("=") || assignment.get(i).isSign(":=")) {
                    return i;
                }
            }
            return -1;
        }

        static List<List<SqlWords.Word>> split(List<SqlWords.Word> words) {
            List<List<SqlWords.Word>> assignments = new ArrayList<>();
            List<SqlWords.Word> assignment = new ArrayList<>();
            int depth = 0;
            for (SqlWords.Word word : words) {
                depth += word.isSign("(") ? 1 : word.isSign(")") ? -1 : 0;
                if (depth == 0 && word.isSign(",")) {
                    assignments.add(assignment);
                    assignment = new ArrayList<>();
                } else {
                    assignment.add(word);
                }
            }
            assignments.add(assignment);
            return assignments;
        }
    }
}
