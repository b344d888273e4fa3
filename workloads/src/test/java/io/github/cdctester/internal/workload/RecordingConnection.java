// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.workload;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A JDBC connection without a server. Text is recorded unchanged, and prepared statements with inserted parameters and the prefix {@code
 * P:}.
 */
public final class RecordingConnection {

    public final List<String> sent = new ArrayList<>();
    public final Map<String, SQLException> failures = new HashMap<>();
    public final Map<String, SQLException> prepareFailures = new HashMap<>();
    public final List<String> prefixesWithoutChange = new ArrayList<>();
    public int preparedStatements;
    public int openStatements;

    /** Simulates another thread. */
    public Consumer<String> duringStatement = sql -> {};

    public int cancelledCount;

    private long updateCount;

    public Connection connection() {
        return proxy(Connection.class, (self, method, arguments) -> switch (method.getName()) {
            case "createStatement" -> textStatement();
            case "prepareStatement" -> preparedStatement((String) arguments[0]);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private Statement textStatement() {
        openStatements++;
        return proxy(Statement.class, (self, method, arguments) -> switch (method.getName()) {
            case "execute", "executeUpdate" -> send("", (String) arguments[0]);
            case "getLargeUpdateCount" -> updateCount;
            case "getResultSet" -> oneRow();
            case "cancel" -> cancelledCount++;
            case "close" -> openStatements--;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private PreparedStatement preparedStatement(String sql) {
        openStatements++;
        Map<Integer, Object> parameters = new TreeMap<>();
        return proxy(PreparedStatement.class, (self, method, arguments) -> switch (method.getName()) {
            case "setLong" -> parameters.put((Integer) arguments[0], arguments[1]);
            case "setString" -> parameters.put((Integer) arguments[0], "'" + arguments[1] + "'");
            case "getParameterMetaData" -> prepare(sql);
            case "execute" -> {
                String filledSql = sql;
                for (Object parameter : parameters.values()) {
                    filledSql = filledSql.replaceFirst("\\?", parameter.toString());
                }
                yield send("P:", filledSql);
            }
            case "getLargeUpdateCount" -> updateCount;
            case "getResultSet" -> oneRow();
            case "cancel" -> cancelledCount++;
            case "close" -> openStatements--;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static ResultSet oneRow() {
        return proxy(ResultSet.class, (self, method, arguments) -> switch (method.getName()) {
            case "next" -> true;
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private Object prepare(String sql) throws SQLException {
        if (prepareFailures.containsKey(sql)) {
            throw prepareFailures.get(sql);
        }
        preparedStatements++;
        return null;
    }

    private boolean send(String prefix, String sql) throws SQLException {
        sent.add(prefix + sql);
        boolean hasRows = sql.startsWith("SELECT");
        updateCount = hasRows ? -1 : prefixesWithoutChange.stream().anyMatch(sql::startsWith) ? 0 : 1;
        duringStatement.accept(sql);
        for (Map.Entry<String, SQLException> failure : failures.entrySet()) {
            if (sql.startsWith(failure.getKey())) {
                throw failure.getValue();
            }
        }
        return hasRows;
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(RecordingConnection.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
