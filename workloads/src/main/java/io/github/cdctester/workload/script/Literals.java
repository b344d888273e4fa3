// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Values and names in the text of a statement, correct with any {@code sql_mode}. */
final class Literals {

    private static final HexFormat HEX = HexFormat.of();

    private Literals() {}

    static void text(StringBuilder sql, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '\\') {
                sql.append("_utf8mb4 ");
                bytes(sql, text.getBytes(StandardCharsets.UTF_8));
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

    static void bytes(StringBuilder sql, byte[] bytes) {
        sql.append("X'").append(HEX.formatHex(bytes)).append('\'');
    }

    /** A name of letters, digits, '_' and '$', which is all that is taken; in quotes it may be any of the server's words. */
    static String name(String name) {
        return "`" + name + "`";
    }
}
