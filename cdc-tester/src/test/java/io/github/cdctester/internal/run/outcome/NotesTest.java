// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.internal.binlog.connection.ServerInfo.Durability;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NotesTest {

    @Test
    void namesEachUnknownKindOnceWithItsNumber() {
        Map<String, Long> events = Map.of("QUERY", 7L, "TYPE_99", 3L, "TRANSACTION_PAYLOAD", 1L);
        Map<String, Long> inner = Map.of("XID", 1L, "TYPE_99", 1L, "UNKNOWN", 2L);
        assertThat(Notes.unknownKinds(events, inner))
                .hasSize(2)
                .anyMatch(note -> note.startsWith("4 events of the unknown kind TYPE_99 "))
                .anyMatch(note -> note.startsWith("2 events of the unknown kind UNKNOWN "));
        assertThat(Notes.unknownKinds(Map.of("TYPE_99", 1L), Map.of()))
                .first()
                .asString()
                .startsWith("1 event of the unknown kind TYPE_99 was counted");
    }

    @Test
    void oneIsNotMany() {
        assertThat(Notes.counted(1, "delay was", "delays were")).isEqualTo("1 delay was");
        assertThat(Notes.counted(2, "delay was", "delays were")).isEqualTo("2 delays were");
        assertThat(Notes.counted(0, "delay was", "delays were")).isEqualTo("0 delays were");
    }

    @Test
    void saysNothingWhereAllKindsAreKnown() {
        assertThat(Notes.unknownKinds(Map.of("QUERY", 7L, "LARGE_TRANSACTION_HEADER", 1L), Map.of()))
                .isEmpty();
    }

    @Test
    void aServerThatCommitsOtherwiseThanAProductionsIsTold() {
        assertThat(DurabilityNotes.of(new Durability("1", "1", "1073741824"), ""))
                .isEmpty();
        assertThat(DurabilityNotes.of(Durability.UNKNOWN, "")).isEmpty();
        assertThat(DurabilityNotes.of(new Durability("0", "2", "134217728"), " at db:3306"))
                .containsExactly(
                        "sync_binlog is 0, innodb_flush_log_at_trx_commit is 2 at db:3306: not every commit waits until it is on the"
                                + " disk, as with 1, so that writes are faster",
                        "innodb_buffer_pool_size is 134 MB at db:3306: tables that are larger are read from the disk again and"
                                + " again");
        assertThat(DurabilityNotes.of(new Durability("100", "", "many"), ""))
                .singleElement()
                .asString()
                .startsWith("sync_binlog is 100: not every commit waits");
    }

    @Test
    void aLoadThatBeganLateIsTold() {
        assertThat(Notes.late("stress", 50_000_000)).isEmpty();
        assertThat(Notes.late("stress", 72_400_000))
                .containsExactly("the load stress began 72 ms after its time: the machine was overloaded");
    }
}
