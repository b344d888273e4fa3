// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.function.Supplier;

/** Bytes. */
final class BytesValue implements Value {

    private final Supplier<byte[]> bytes;
    private byte[] present = {};

    BytesValue(Supplier<byte[]> bytes) {
        this.bytes = bytes;
    }

    @Override
    public void draw() {
        present = bytes.get();
    }

    @Override
    public void bind(PreparedStatement statement, int parameter) throws SQLException {
        statement.setBytes(parameter, present);
    }

    @Override
    public void append(StringBuilder sql) {
        Literals.bytes(sql, present);
    }
}
