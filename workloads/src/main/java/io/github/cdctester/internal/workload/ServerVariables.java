// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

public record ServerVariables(Map<String, String> values) {

    public static ServerVariables of(Connection connection) throws SQLException {
        Map<String, String> values = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW VARIABLES")) {
            while (rows.next()) {
                String value = rows.getString(2);
                values.put(rows.getString(1).toLowerCase(Locale.ROOT), value == null ? "" : value);
            }
        }
        return new ServerVariables(values);
    }

    public String text(String name) {
        return values.getOrDefault(name, "");
    }

    public boolean isOn(String name) {
        return text(name).equalsIgnoreCase("ON") || text(name).equals("1");
    }

    /** Returns {@link Long#MAX_VALUE} for more than 18 digits; {@code defaultValue} if the value is no number. */
    public long number(String name, long defaultValue) {
        String value = text(name);
        if (!value.matches("\\d+")) {
            return defaultValue;
        }
        return value.length() > 18 ? Long.MAX_VALUE : Long.parseLong(value);
    }

    public boolean isMariaDb() {
        return text("version").toLowerCase(Locale.ROOT).contains("mariadb");
    }
}
