// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.gtid.Gtid;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TransactionNameTest {

    private static final String UUID = "3e11fa47-71ca-11e1-9e33-c80aa9429562";

    private static TransactionName read(String text, boolean isMariaDb) {
        return Objects.requireNonNull(TransactionName.read(text, isMariaDb));
    }

    @ParameterizedTest
    @ValueSource(strings = {UUID + ":7", UUID + ":orders:7", "ffffffff-ffff-ffff-ffff-ffffffffffff:999999999999999999"})
    void readsMySqlGtid(String text) {
        TransactionName name = read(" " + text + "\n", false);
        assertThat(name.identity()).isEqualTo(Identity.GTID);
        assertThat(new Gtid(false, name.sourceHigh(), name.sourceLow(), name.text(), name.number()))
                .hasToString(text);
    }

    @Test
    void readsMariaDbGtidAndPosition() {
        TransactionName name = read("4294967295-2-12", true);
        assertThat(name.identity()).isEqualTo(Identity.GTID);
        assertThat(new Gtid(true, name.sourceHigh(), name.sourceLow(), "", name.number()))
                .hasToString("4294967295-2-12");
        assertThat(read("mysql-bin.000123:4567", true))
                .isEqualTo(new TransactionName(Identity.POSITION, 0, 0, "mysql-bin.000123", 4567));
    }

    @Test
    void rejectsGtidOfOtherFlavor() {
        assertThat(TransactionName.read("0-1-7", false)).isNull();
        assertThat(TransactionName.read(UUID + ":7", true)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "7",
                "0-1",
                "0-1-0",
                "0-1-x",
                "a-1-2",
                UUID,
                UUID + ":0",
                UUID + ":1-7",
                UUID + ":-7",
                UUID + ":99999999999999999999",
                UUID + ":tag with blanks:7",
                ":7"
            })
    void rejectsInvalidText(String text) {
        assertThat(TransactionName.read(text, true)).isNull();
        assertThat(TransactionName.read(text, false)).isNull();
    }
}
