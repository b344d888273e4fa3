// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.judge.replay.ColumnFormat.ValueType;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TableShapeTest {

    private static final ColumnFormat BIGINT = new ColumnFormat(ValueType.WHOLE, 8, 19, 0, false);

    /** If the lower limit were too high, tables that fit into memory would be refused. */
    @Test
    void rowOfNullsIsNotSmallerThanMinimum() throws SQLException {
        TableShape shape = new TableShape(
                "shop.orders",
                List.of(
                        new TableShape.Column("id", BIGINT, false),
                        new TableShape.Column("price", BIGINT, true),
                        new TableShape.Column("weight", BIGINT, true)),
                new int[] {0},
                0);
        assertThat(shape.rowFromSql(rowWithOnlyFirstColumn()).row()).hasSize(shape.minBytes());
    }

    /** The snapshot's rows and the server's rows are compared by this text. */
    @Test
    void rowsWhoseKeysContainCommasHaveDifferentTexts() throws SQLException {
        ColumnFormat text = new ColumnFormat(ValueType.TEXT, 1, 0, 0, false);
        TableShape shape = new TableShape(
                "shop.t",
                List.of(new TableShape.Column("a", text, false), new TableShape.Column("b", text, false)),
                new int[] {0, 1},
                0);
        assertThat(shape.keyText(shape.rowFromSql(texts("x,y", "z")))).isEqualTo("x\\,y,z");
        assertThat(shape.keyText(shape.rowFromSql(texts("x", "y,z")))).isEqualTo("x,y\\,z");
    }

    private static ResultSet texts(String... values) {
        return (ResultSet) Proxy.newProxyInstance(
                ResultSet.class.getClassLoader(),
                new Class<?>[] {ResultSet.class},
                (proxy, method, arguments) -> values[(int) arguments[0] - 1].getBytes(StandardCharsets.UTF_8));
    }

    private static ResultSet rowWithOnlyFirstColumn() {
        return (ResultSet) Proxy.newProxyInstance(
                ResultSet.class.getClassLoader(),
                new Class<?>[] {ResultSet.class},
                (proxy, method, arguments) -> arguments[0].equals(1) ? BigDecimal.TEN : null);
    }
}
