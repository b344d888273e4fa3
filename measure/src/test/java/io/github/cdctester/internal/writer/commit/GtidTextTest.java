// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GtidTextTest {

    private static final String UUID_1 = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String UUID_2 = "ffffffff-71ca-11e1-9e33-c80aa9429562";

    private final List<String> receivedGtids = new ArrayList<>();
    private final GtidText mySqlText =
            new GtidText((high, low, tag, number) -> receivedGtids.add(new UUID(high, low) + "/" + tag + "/" + number));
    private final GtidText mariaDbText =
            new GtidText((high, low, tag, number) -> receivedGtids.add(high + "/" + low + "/" + tag + "/" + number));

    @Test
    void readsOneTransaction() {
        assertThat(readMySql(UUID_1 + ":23")).isTrue();
        assertThat(readMySql(UUID_2.toUpperCase(java.util.Locale.ROOT) + ":9223372036854775806"))
                .isTrue();
        assertThat(receivedGtids).containsExactly(UUID_1 + "//23", UUID_2 + "//9223372036854775806");
    }

    @Test
    void readsTagsAndSets() {
        assertThat(readMySql(UUID_1 + ":7:nightly:1-2:9:other:4,\n" + UUID_2 + ":5"))
                .isTrue();
        assertThat(receivedGtids)
                .containsExactly(
                        UUID_1 + "//7",
                        UUID_1 + "/nightly/1",
                        UUID_1 + "/nightly/2",
                        UUID_1 + "/nightly/9",
                        UUID_1 + "/other/4",
                        UUID_2 + "//5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "3e11fa47",
                UUID_1,
                UUID_1 + ":",
                UUID_1 + ":-",
                UUID_1 + ":0",
                UUID_1 + ":3-1",
                UUID_1 + ":1-999999999999"
            })
    void ignoresInvalidGtids(String invalidText) {
        assertThat(readMySql(invalidText)).isFalse();
        assertThat(receivedGtids).isEmpty();
    }

    @Test
    void limitsGtidsPerAnswer() {
        StringBuilder sets = new StringBuilder();
        for (int n = 0; n < 3; n++) {
            sets.append(n == 0 ? "" : ",").append(UUID_1).append(":1-400");
        }
        assertThat(readMySql(sets.toString())).isTrue();
        assertThat(receivedGtids).hasSize(800);
    }

    @Test
    void ignoresTooLongTag() {
        assertThat(readMySql(UUID_1 + ":" + "t".repeat(32) + ":1")).isTrue();
        assertThat(readMySql(UUID_1 + ":" + "t".repeat(33) + ":1")).isFalse();
        assertThat(receivedGtids).hasSize(1);
    }

    @Test
    void readsMariaDbGtid() {
        assertThat(readMariaDb("0-1-17")).isTrue();
        assertThat(readMariaDb("4294967295-4294967295-9223372036854775807")).isTrue();
        assertThat(receivedGtids).containsExactly("0/1//17", "4294967295/4294967295//9223372036854775807");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "0", "0-1", "0-1-", "0-1-0", "0-1-2,1-1-1", "-1-1", "a-b-c", "0-1-99999999999999999999"})
    void ignoresInvalidMariaDbGtids(String invalidText) {
        assertThat(readMariaDb(invalidText)).isFalse();
        assertThat(receivedGtids).isEmpty();
    }

    private boolean readMySql(String gtids) {
        byte[] bytes = ("xx" + gtids + "yy").getBytes(StandardCharsets.US_ASCII);
        int countBefore = receivedGtids.size();
        mySqlText.reportMySqlGtids(bytes, 2, bytes.length - 2);
        return receivedGtids.size() > countBefore;
    }

    private boolean readMariaDb(String gtid) {
        byte[] bytes = ("xx" + gtid + "99").getBytes(StandardCharsets.US_ASCII);
        int countBefore = receivedGtids.size();
        mariaDbText.reportMariaDbGtid(bytes, 2, bytes.length - 2);
        return receivedGtids.size() > countBefore;
    }
}
