// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PolarDB-X's commit times have the format of the CDC node's LogFileGenerator. */
class CommitTimestampMarkTest {

    private static final String TSO = "714859135699727161615759064623858360330000000000000000";
    private static final long MICROS = 1_704_356_993_913_000L;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# CTS::" + TSO,
                "# CTS::" + TSO + "::ARCHIVE",
                "/*DRDS /127.0.0.1/1a2b-3/0// */\n# CTS::" + TSO,
                "# CTS::12\n# CTS::" + TSO
            })
    void readsTimeFromMarkLine(String text) {
        assertThat(commitMicros(text)).isEqualTo(MICROS);
        assertThat(isSeparateEvent(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "# CTS::",
                "# CTS::714859135699727161",
                "# CTS::71485913569972716x1615759064623858360330",
                "# CTS::99999999999999999999999",
                "SELECT '# CTS::7148591356997271616'",
                "UPDATE t SET v = 'CTS::7148591356997271616'"
            })
    void ignoresTextsWithoutValidMark(String text) {
        assertThat(commitMicros(text)).isEqualTo(CommitTime.UNKNOWN_MICROS);
        assertThat(isSeparateEvent(text)).isFalse();
    }

    @Test
    void recognizesStandaloneMark() {
        assertThat(isSeparateEvent("CTS::" + TSO)).isTrue();
        assertThat(isSeparateEvent("CTS::" + TSO + "::ConfigChange")).isTrue();
        assertThat(commitMicros("CTS::" + TSO)).isEqualTo(CommitTime.UNKNOWN_MICROS);
    }

    private static long commitMicros(String text) {
        ByteBuffer event = rowsQuery(text).buffer();
        return CommitTimestampMark.commitMicros(event, 0, event.limit());
    }

    private static boolean isSeparateEvent(String text) {
        ByteBuffer event = rowsQuery(text).buffer();
        return CommitTimestampMark.isSeparateEvent(event, 0, event.limit());
    }

    private static EventBytes rowsQuery(String text) {
        byte[] bytes = ("\0" + text).getBytes(StandardCharsets.US_ASCII);
        bytes[0] = (byte) text.length();
        return EventBytes.of(EventKind.ROWS_QUERY, bytes);
    }
}
