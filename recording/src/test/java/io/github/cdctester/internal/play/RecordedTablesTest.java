// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.play;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.mysql.packet.ServerErrorException;
import io.github.cdctester.internal.play.RecordedTables.RecordedTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that each table without a definition is listed with a reason. The server never answers. */
@Timeout(60)
final class RecordedTablesTest {

    private static final String FILE = "binlog.000007";
    private static final int WIDE = 4_000;

    private ServerSocket silentServer;
    private RecordedTables tables;
    private int tableNumber;

    @BeforeEach
    void start() throws IOException {
        silentServer = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Endpoint endpoint = Endpoint.of("127.0.0.1", silentServer.getLocalPort(), "", "root", Password.NONE)
                .withSsl(SslMode.DISABLED, null);
        tables = new RecordedTables(endpoint, Duration.ofMillis(1));
    }

    @AfterEach
    void close() throws IOException {
        silentServer.close();
    }

    @Test
    void listsTablesWithoutAnswer() {
        add("a", 1);
        add("b", 1);
        add("a", 1);
        tables.close();
        assertThat(tables.definitions()).extracting(RecordedTable::name).containsExactly("shop.a", "shop.b");
        assertThat(tables.definitions())
                .extracting(RecordedTable::missing)
                .containsOnly("the server did not answer in time");
    }

    @Test
    void listsTablesBeyondMaximumNumberOfColumns() {
        for (int i = 0; i < 15; i++) {
            add("t" + i, WIDE);
        }
        add("t14", WIDE);
        tables.close();
        assertThat(tables.definitions()).hasSize(15);
        assertThat(tables.definitions())
                .filteredOn(table -> table.missing().equals("there are more than 50,000 columns in all tables"))
                .extracting(RecordedTable::name)
                .containsExactly("shop.t13", "shop.t14");
    }

    /** Its earlier definition remains valid for play, so the table is not without a definition. */
    @Test
    void omitsChangeOfListedTableBeyondMaximumNumberOfColumns() {
        add("changed", 1);
        for (int i = 0; i < 15; i++) {
            add("t" + i, WIDE);
        }
        add("changed", 2);
        tables.close();
        assertThat(tables.definitions())
                .extracting(RecordedTable::name)
                .hasSize(16)
                .containsOnlyOnce("shop.changed");
    }

    @ParameterizedTest
    @CsvSource({
        "1142, the definition requires SELECT on the table: error 1142: no",
        "1143, the definition requires SELECT on the table: error 1143: no",
        "1146, error 1146: no"
    })
    void onlyMissingPrivilegesRequireSelect(int code, String reason) {
        assertThat(RecordedTables.reason(new ServerErrorException(code, "no"))).isEqualTo(reason);
        assertThat(RecordedTables.reason(new IOException("the connection was closed")))
                .isEqualTo("the connection was closed");
    }

    /** Passes a TABLE_MAP event of a new table number. */
    private void add(String name, int columns) {
        ByteArrayOutputStream definition = new ByteArrayOutputStream();
        definition.writeBytes("\4shop\0".getBytes(StandardCharsets.US_ASCII));
        definition.write(name.length());
        definition.writeBytes((name + "\0").getBytes(StandardCharsets.US_ASCII));
        definition.writeBytes(new byte[] {(byte) 252, (byte) columns, (byte) (columns >> 8)});
        for (int column = 0; column < columns; column++) {
            definition.write(3);
        }
        definition.write(0);
        definition.writeBytes(new byte[(columns + 7) / 8]);
        ByteBuffer event = ByteBuffer.allocate(27 + definition.size()).order(ByteOrder.LITTLE_ENDIAN);
        event.putLong(19, ++tableNumber).put(27, definition.toByteArray());
        tables.onTableMap(FILE, 500L * tableNumber, event, 0, event.capacity());
    }
}
