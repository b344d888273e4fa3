// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.internal.mysql.packet.MySqlProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class TextRowTest {

    @Test
    void distinguishesNullFromEmptyString() throws Exception {
        assertThat(QueryResponse.TextRow.read(new byte[] {1, 'a', (byte) 0xFB, 0, 2, 'b', 'c'}, 4))
                .containsExactly("a", null, "", "bc");
        assertThat(QueryResponse.TextRow.read(new byte[0], 0)).isEmpty();
    }

    @Test
    void readsLongColumns() throws Exception {
        byte[] twoByteLength = new byte[3 + 300];
        Arrays.fill(twoByteLength, (byte) 'x');
        twoByteLength[0] = (byte) 0xFC;
        twoByteLength[1] = 300 & 0xFF;
        twoByteLength[2] = 300 >> 8;
        assertThat(QueryResponse.TextRow.read(twoByteLength, 1)).containsExactly("x".repeat(300));
        byte[] threeByteLength = "\0\3\0\0abc".getBytes(StandardCharsets.US_ASCII);
        threeByteLength[0] = (byte) 0xFD;
        assertThat(QueryResponse.TextRow.read(threeByteLength, 1)).containsExactly("abc");
    }

    @Test
    void rejectsUnexpectedColumnCount() {
        assertThatThrownBy(() -> QueryResponse.TextRow.read(new byte[1_000_000], 3))
                .hasMessageContaining("more than the 3 columns");
        assertThatThrownBy(() -> QueryResponse.TextRow.read(new byte[2], 3)).hasMessageContaining("a row of 2 columns");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0561", "fc", "fc01", "fcff00", "fd0000", "feffffffffffffffff", "fe0000000000000080", "ff"})
    void rejectsInvalidLengths(String hex) {
        assertThatThrownBy(() -> QueryResponse.TextRow.read(HexFormat.of().parseHex(hex), 2))
                .isInstanceOf(MySqlProtocolException.class);
    }
}
