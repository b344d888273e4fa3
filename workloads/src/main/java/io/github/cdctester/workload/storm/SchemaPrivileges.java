// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.storm;

import io.github.cdctester.internal.access.ServerErrors;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Privileges of the account on all tables of its current schema.
 *
 * @param areUnknown true if the account has roles or partly revoked privileges, or if the server does not report the privilege to create
 *     tables, which a storm always needs
 */
record SchemaPrivileges(Set<String> names, boolean areUnknown) {

    private static final String ALL = "ALL PRIVILEGES";

    /** A grant on a schema or on all schemas. The name of a schema is a pattern of LIKE. */
    private static final Pattern GRANT =
            Pattern.compile("GRANT (.+?) ON (\\*|`(?:[^`]|``)+`|\"(?:[^\"]|\"\")+\"|[^`\". ]+)\\.\\* TO .*");

    private static final Pattern LIKE_CHARACTER = Pattern.compile("\\\\?.", Pattern.DOTALL);

    static SchemaPrivileges of(Connection connection) throws SQLException {
        String schema = String.valueOf(connection.getCatalog());
        Set<String> names = new HashSet<>();
        boolean areUnknown = false;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GRANTS")) {
            while (rows.next()) {
                String grant = rows.getString(1);
                Matcher matcher = GRANT.matcher(grant);
                if (!matcher.matches()) {
                    areUnknown |= !grant.contains(" ON ") || grant.startsWith("REVOKE ");
                } else if (includes(matcher.group(2), schema)) {
                    names.addAll(Set.of(matcher.group(1).split(", *")));
                }
            }
        } catch (SQLException e) {
            if (ServerErrors.endsConnection(e)) {
                throw e;
            }
            return new SchemaPrivileges(Set.of(), true);
        }
        areUnknown |= !names.contains(ALL) && !names.contains("CREATE");
        return new SchemaPrivileges(Set.copyOf(names), areUnknown);
    }

    /** {@code granted} is {@code *}, or a pattern, normally in quotes ({@code sql_quote_show_create}). */
    static boolean includes(String granted, String schema) {
        if (granted.equals("*")) {
            return true;
        }
        String quote = granted.substring(0, 1);
        boolean isQuoted = quote.equals("`") || quote.equals("\"");
        String like = isQuoted ? granted.substring(1, granted.length() - 1).replace(quote + quote, quote) : granted;
        String regex = LIKE_CHARACTER
                .matcher(like)
                .replaceAll(character -> Matcher.quoteReplacement(
                        switch (character.group()) {
                            case "%" -> ".*";
                            case "_" -> ".";
                            default ->
                                Pattern.quote(character
                                        .group()
                                        .substring(character.group().length() - 1));
                        }));
        return Pattern.compile(regex, Pattern.DOTALL | Pattern.CASE_INSENSITIVE)
                .matcher(schema)
                .matches();
    }

    boolean mayContain(String name) {
        return areUnknown || names.contains(ALL) || names.contains(name);
    }
}
