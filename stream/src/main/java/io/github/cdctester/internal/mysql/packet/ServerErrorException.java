// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.packet;

import io.github.cdctester.internal.access.ServerErrors;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** An error packet from the server. */
public final class ServerErrorException extends IOException {

    private static final long serialVersionUID = 1L;

    /** A global privilege is missing. */
    public static final int ER_SPECIFIC_ACCESS_DENIED = 1227;

    public static final int ER_UNKNOWN_SYSTEM_VARIABLE = 1193;

    public static final int ER_SOURCE_FATAL = 1236;

    /** The server refused the login: unknown account, wrong password, or an account that requires TLS. */
    public static final int ER_ACCESS_DENIED = 1045;

    public static final int ER_UNKNOWN_COM = 1047;

    public static final int ER_NOT_SUPPORTED = 1235;

    /** Server error for KILL of a connection that no longer exists. */
    public static final int ER_NO_SUCH_THREAD = 1094;

    /** MySQL's limit MYSQL_ERRMSG_SIZE, in bytes. */
    private static final int MAX_TEXT_BYTES = 512;

    private static final String GENERAL_STATE = "HY000";

    private final int code;
    private final String state;
    private final String text;

    public ServerErrorException(int code, String text) {
        this(code, GENERAL_STATE, text);
    }

    private ServerErrorException(int code, String state, String text) {
        super("error " + code + ": " + text);
        this.code = code;
        this.state = state;
        this.text = text;
    }

    public String text() {
        return text;
    }

    public int code() {
        return code;
    }

    /** Returns the SQLSTATE: five characters. */
    public String state() {
        return state;
    }

    /** Returns true if a new connection may be able to read the log. */
    public boolean affectsOnlyConnection() {
        return ServerErrors.affectsOnlyConnection(code);
    }

    /** Format: {@code 0xFF code(2) ['#' state(5)] message}. */
    public static ServerErrorException ofPacket(byte[] packet) {
        if (packet.length < 3) {
            return new ServerErrorException(0, "(no text)");
        }
        int code = packet[1] & 0xFF | (packet[2] & 0xFF) << 8;
        int textStart = packet.length > 8 && packet[3] == '#' ? 9 : 3;
        // without control characters, because a terminal would execute them
        int textEnd = Math.min(packet.length, textStart + MAX_TEXT_BYTES);
        String state = textStart == 3 ? GENERAL_STATE : printable(new String(packet, 4, 5, StandardCharsets.US_ASCII));
        return new ServerErrorException(
                code, state, printable(new String(packet, textStart, textEnd - textStart, StandardCharsets.UTF_8)));
    }

    private static String printable(String text) {
        return text.replaceAll("[\\p{Cntrl}\\p{Cf}\\u0080-\\u009F\\u2028\\u2029]+", " ");
    }
}
