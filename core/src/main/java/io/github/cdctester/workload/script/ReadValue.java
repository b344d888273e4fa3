// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/** What a SELECT has read: a number, bytes, a text, or NULL, which it is before. */
final class ReadValue implements Value {

    private @Nullable Object present;

    @Override
    public void draw() {
        present = null;
    }

    /** Takes a column of the row that a result is at; dates and times as the text that the server reads again. */
    void read(ResultSet row, int column) throws SQLException {
        Object read = switch (row.getMetaData().getColumnType(column)) {
            // a driver may take a short number for true or false
            case Types.BIT, Types.BOOLEAN, Types.TINYINT, Types.SMALLINT, Types.INTEGER -> row.getLong(column);
            case Types.BIGINT, Types.DECIMAL, Types.NUMERIC -> row.getBigDecimal(column);
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> row.getDouble(column);
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> row.getBytes(column);
            default -> row.getString(column);
        };
        present = row.wasNull() ? null : read;
    }

    @Override
    public void bind(PreparedStatement statement, int parameter) throws SQLException {
        if (present == null) {
            statement.setNull(parameter, Types.NULL);
        } else if (present instanceof byte[] bytes) {
            statement.setBytes(parameter, bytes);
        } else {
            statement.setObject(parameter, present);
        }
    }

    @Override
    public void append(StringBuilder sql) {
        if (present == null) {
            sql.append("NULL");
        } else if (present instanceof byte[] bytes) {
            Literals.bytes(sql, bytes);
        } else if (present instanceof String text) {
            Literals.text(sql, text);
        } else if (present instanceof BigDecimal number) {
            sql.append(number.toPlainString());
        } else {
            sql.append(present);
        }
    }
}
