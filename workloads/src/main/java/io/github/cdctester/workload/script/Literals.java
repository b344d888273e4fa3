// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Writes literals that are valid in any {@code sql_mode}. */
final class Literals {

    private static final HexFormat HEX = HexFormat.of();

    private Literals() {}

    static void appendText(StringBuilder sql, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '\\') {
                sql.append("_utf8mb4 ");
                appendBytes(sql, text.getBytes(StandardCharsets.UTF_8));
                return;
            }
        }
        sql.append('\'');
        if (text.indexOf('\'') < 0) {
            sql.append(text);
        } else {
            sql.append(text.replace("'", "''"));
        }
        sql.append('\'');
    }

    static void appendBytes(StringBuilder sql, byte[] bytes) {
        sql.append("X'").append(HEX.formatHex(bytes)).append('\'');
    }
}
