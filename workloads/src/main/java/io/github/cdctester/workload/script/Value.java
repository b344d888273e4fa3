// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The current value of a parameter or a column. Confined to one thread. */
interface Value {

    void draw();

    void bind(PreparedStatement statement, int parameter) throws SQLException;

    void append(StringBuilder sql);

    /** A constant, a text, a date or time as text, bytes, or a column value that a SELECT returns. */
    final class ObjectValue implements Value {

        private final Supplier<? extends @Nullable Object> source;
        private @Nullable Object current;

        ObjectValue(Supplier<? extends @Nullable Object> source) {
            this.source = source;
        }

        /** NULL until a column is read. */
        static ObjectValue forColumn() {
            return new ObjectValue(() -> null);
        }

        @Override
        public void draw() {
            current = source.get();
        }

        /** Reads dates and times as text that the server accepts. */
        void read(ResultSet row, int column) throws SQLException {
            Object columnValue = switch (row.getMetaData().getColumnType(column)) {
                // drivers may return TINYINT(1) and BIT as boolean, so they are read as numbers
                case Types.BIT, Types.BOOLEAN, Types.TINYINT, Types.SMALLINT, Types.INTEGER -> row.getLong(column);
                case Types.BIGINT, Types.DECIMAL, Types.NUMERIC -> row.getBigDecimal(column);
                case Types.REAL, Types.FLOAT, Types.DOUBLE -> row.getDouble(column);
                case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> row.getBytes(column);
                default -> row.getString(column);
            };
            current = row.wasNull() ? null : columnValue;
        }

        @Override
        public void bind(PreparedStatement statement, int parameter) throws SQLException {
            if (current == null) {
                statement.setNull(parameter, Types.NULL);
            } else if (current instanceof String text) {
                statement.setString(parameter, text);
            } else if (current instanceof byte[] bytes) {
                statement.setBytes(parameter, bytes);
            } else {
                statement.setObject(parameter, current);
            }
        }

        @Override
        public void append(StringBuilder sql) {
            if (current == null) {
                sql.append("NULL");
            } else if (current instanceof byte[] bytes) {
                Literals.appendBytes(sql, bytes);
            } else if (current instanceof String text) {
                Literals.appendText(sql, text);
            } else if (current instanceof BigDecimal number) {
                sql.append(number.toPlainString());
            } else {
                sql.append(current);
            }
        }
    }

    /** Computed when the number is bound or appended, such as a stamp. */
    record SuppliedNumber(LongSupplier number) implements Value {

        @Override
        public void draw() {}

        @Override
        public void bind(PreparedStatement statement, int parameter) throws SQLException {
            statement.setLong(parameter, number.getAsLong());
        }

        @Override
        public void append(StringBuilder sql) {
            sql.append(number.getAsLong());
        }
    }

    final class Numeric implements Value {

        private final LongSupplier numbers;
        private final int digits;
        private long current;

        /**
         * @param numbers in units of the last digit
         * @param digits number of digits after the decimal point, from 0
         */
        Numeric(LongSupplier numbers, int digits) {
            this.numbers = numbers;
            this.digits = digits;
        }

        /** In units of the last digit. */
        long current() {
            return current;
        }

        @Override
        public void draw() {
            current = numbers.getAsLong();
        }

        @Override
        public void bind(PreparedStatement statement, int parameter) throws SQLException {
            if (digits == 0) {
                statement.setLong(parameter, current);
            } else {
                statement.setBigDecimal(parameter, BigDecimal.valueOf(current, digits));
            }
        }

        @Override
        public void append(StringBuilder sql) {
            if (digits == 0) {
                sql.append(current);
            } else {
                sql.append(BigDecimal.valueOf(current, digits).toPlainString());
            }
        }
    }
}
