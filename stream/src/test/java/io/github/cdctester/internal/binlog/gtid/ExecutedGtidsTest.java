// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.binlog.gtid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.cdctester.internal.binlog.event.EventBytes;
import io.github.cdctester.internal.binlog.event.EventKind;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GTIDs that the server need not send again. */
class ExecutedGtidsTest {

    private static final String UUID_A = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
    private static final String UUID_B = "4e11fa47-71ca-11e1-9e33-c80aa9429562";

    @Test
    void addsTransactionAtItsEnd() {
        ExecutedGtids gtids = ExecutedGtids.withGtids(false);
        gtids.addBefore(UUID_A + ":1-5");
        beginMySql(gtids, UUID_A, 6);
        assertThat(gtids).hasToString(UUID_A + ":1-5");
        gtids.end();
        assertThat(gtids).hasToString(UUID_A + ":1-6");
        gtids.end(); // a transaction without a GTID
        assertThat(gtids).hasToString(UUID_A + ":1-6");
    }

    @Test
    void excludesIncompleteTransactions() {
        ExecutedGtids gtids = ExecutedGtids.withGtids(false);
        gtids.addBefore("");
        beginMySql(gtids, UUID_A, 1);
        beginMySql(gtids, UUID_A, 2);
        gtids.end();
        beginMySql(gtids, UUID_A, 3);
        gtids.clear();
        gtids.end();
        assertThat(gtids).hasToString(UUID_A + ":2");
    }

    @Test
    void isKnownAfterEarlierGtidsWereAdded() {
        ExecutedGtids gtids = ExecutedGtids.withGtids(false);
        beginMySql(gtids, UUID_A, 8);
        gtids.end();
        assertThat(gtids.isKnown()).isFalse();
        assertThatIllegalStateException().isThrownBy(gtids::allGtids);
        gtids.addBefore(UUID_A + ":1-4:6");
        gtids.addBefore(UUID_A + ":1-7," + UUID_B + ":3");
        assertThat(gtids.isKnown()).isTrue();
        assertThat(gtids.allGtids()).isEqualTo(GtidSet.parse(UUID_A + ":1-8," + UUID_B + ":3"));
    }

    @Test
    void keepsLastGtidOfEachMariaDbDomain() {
        ExecutedGtids gtids = ExecutedGtids.withGtids(true);
        assertThatIllegalStateException().isThrownBy(gtids::allGtids);
        beginMariaDb(gtids, 0, 102);
        gtids.end();
        beginMariaDb(gtids, 0, 103);
        gtids.addBefore("0-1-100,7-1-9");
        assertThat(gtids).hasToString("0-1-102,7-1-9");
        gtids.addBefore("0-1-102,7-2-11"); // another server, in a domain without any transaction so far
        gtids.end();
        assertThat(gtids).hasToString("0-1-103,7-2-11");
    }

    @Test
    void ignoresGtidOfOtherFlavor() {
        ExecutedGtids mySql = ExecutedGtids.withGtids(false);
        mySql.addBefore(UUID_A + ":1");
        beginMariaDb(mySql, 0, 7);
        mySql.end();
        assertThat(mySql).hasToString(UUID_A + ":1");
        ExecutedGtids mariaDb = ExecutedGtids.withGtids(true);
        mariaDb.addBefore("0-1-6");
        beginMySql(mariaDb, UUID_A, 7);
        mariaDb.end();
        assertThat(mariaDb).hasToString("0-1-6");
    }

    @Test
    void recordsNothingIfServerHasNoGtids() {
        ExecutedGtids gtids = ExecutedGtids.withoutGtids();
        gtids.addBefore(UUID_A + ":1");
        beginMySql(gtids, UUID_A, 2);
        gtids.end();
        assertThat(gtids.isKnown()).isFalse();
        assertThat(gtids).hasToString("(not known)");
    }

    @ParameterizedTest
    @CsvSource({
        "true, '0-1-10,1-1-5', 0-2-10, true",
        "true, 0-1-9, 0-1-10, false",
        "true, 0-1-9, 1-1-1, false",
        "true, 0-1-9, '', true",
        "false, " + UUID_A + ":1-9, " + UUID_A + ":3-7, true",
        "false, " + UUID_A + ":1-9, " + UUID_B + ":1, false"
    })
    void comparesGtidsOfTwoServers(boolean isMariaDb, String superset, String subset, boolean isIncluded) {
        assertThat(ExecutedGtids.includes(superset, subset, isMariaDb)).isEqualTo(isIncluded);
    }

    private static void beginMySql(ExecutedGtids gtids, String uuid, long number) {
        ByteBuffer body = EventBytes.littleEndian(42);
        java.util.UUID id = java.util.UUID.fromString(uuid);
        body.putLong(1, Long.reverseBytes(id.getMostSignificantBits()));
        body.putLong(9, Long.reverseBytes(id.getLeastSignificantBits()));
        body.putLong(17, number);
        begin(gtids, EventKind.GTID, body);
    }

    /** The event header of {@link EventBytes} has the same server id, 1. */
    private static void beginMariaDb(ExecutedGtids gtids, int domain, long number) {
        begin(
                gtids,
                EventKind.MARIADB_GTID,
                EventBytes.littleEndian(19).putLong(0, number).putInt(8, domain));
    }

    private static void begin(ExecutedGtids gtids, int type, ByteBuffer body) {
        EventBytes event = EventBytes.of(type, body.array());
        gtids.begin(event.buffer(), 0, event.length() - 4, type);
    }
}
