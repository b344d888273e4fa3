// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.SubscriberSpec.Reader;
import io.github.cdctester.internal.binlog.connection.ServerInfo.Durability;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.meter.MeteredLoad;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.meter.WriteMeter;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.CdcSummary.Gap;
import io.github.cdctester.result.summary.CdcSummary.Gap.ResumedBy;
import io.github.cdctester.result.summary.Summary;
import io.github.cdctester.result.summary.Summary.TesterSummary;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunNotesTest {

    @Test
    void namesEachUnknownEventKindOnce() {
        Map<String, Long> events = Map.of("QUERY", 7L, "TYPE_99", 3L, "TRANSACTION_PAYLOAD", 1L);
        Map<String, Long> payloadEvents = Map.of("XID", 1L, "TYPE_99", 1L, "UNKNOWN", 2L);
        assertThat(RunNotes.unknownKinds(events, payloadEvents))
                .hasSize(2)
                .contains(Note.of(Code.EVENT_KIND_UNKNOWN, "count", 4, "kind", "TYPE_99"))
                .contains(Note.of(Code.EVENT_KIND_UNKNOWN, "count", 2, "kind", "UNKNOWN"));
    }

    @Test
    void hasNoNoteIfAllKindsAreKnown() {
        assertThat(RunNotes.unknownKinds(Map.of("QUERY", 7L, "LARGE_TRANSACTION_HEADER", 1L), Map.of()))
                .isEmpty();
    }

    @Test
    void addsNoteOnNonDurableCommits() {
        assertThat(RunNotes.durability(new Durability("1", "1", "1073741824"), ""))
                .isEmpty();
        assertThat(RunNotes.durability(Durability.UNKNOWN, "")).isEmpty();
        assertThat(RunNotes.durability(new Durability("0", "2", "134217728"), "db:3306"))
                .containsExactly(
                        Note.of(
                                Code.COMMITS_NOT_DURABLE,
                                "settings",
                                List.of("sync_binlog=0", "innodb_flush_log_at_trx_commit=2"),
                                "server",
                                "db:3306"),
                        Note.of(Code.BUFFER_POOL_SMALL, "bufferPoolMegabytes", 134.217728, "server", "db:3306"));
        assertThat(RunNotes.durability(new Durability("100", "", "many"), ""))
                .containsExactly(Note.of(Code.COMMITS_NOT_DURABLE, "settings", List.of("sync_binlog=100")));
    }

    @Test
    void advisesNoBufferLengthThatIsSet() {
        assertThat(RunNotes.serverLimited(40, "16384"))
                .isEqualTo(Note.of(
                        Code.SERVER_LIMITED, "cpuPercent", 40.0, "netBufferLength", "16384", "largest", "1048576"));
        assertThat(RunNotes.serverLimited(40, "1048576"))
                .isEqualTo(Note.of(Code.SERVER_LIMITED, "cpuPercent", 40.0, "netBufferLength", "1048576"));
        assertThat(RunNotes.serverLimited(40, "").text()).doesNotContain("net_buffer_length = ,", "bytes");
    }

    @Test
    void refusedTimeExcludesWarmUp() {
        WriteMeter meter = new WriteMeter(List.of("transfer"), false);
        Sampler sampler = new Sampler(List.of(new MeteredLoad("transfer", meter, 1, () -> true)), List.of());
        meter.transactionRefused(1_000_000_000L, 5_200_000_000L);
        sampler.openWindow();
        assertThat(RunNotes.refusedNote(sampler.loads(), 0)).isEmpty();
        meter.transactionRefused(8_000_000_000L, 9_500_000_000L);
        assertThat(RunNotes.refusedNote(sampler.loads(), 1))
                .containsExactly(Note.of(Code.WRITES_REFUSED, "seconds", 1.5));
        assertThat(RunNotes.refusedNote(sampler.loads(), 2))
                .containsExactly(Note.of(Code.WRITES_REFUSED, "seconds", 1.5, "nodes", 2));
    }

    @Test
    void namesServerOnlyIfNativeReaderWaits() {
        assertThat(RunNotes.serverLimited(drain(4, null), Reader.NATIVE, ""))
                .containsExactly(Note.of(Code.SERVER_LIMITED, "cpuPercent", 40.0));
        assertThat(RunNotes.serverLimited(drain(4, 89.0), Reader.NATIVE, "")).hasSize(1);
        assertThat(RunNotes.serverLimited(drain(4, 99.7), Reader.NATIVE, "")).isEmpty();
        assertThat(RunNotes.serverLimited(drain(4, null), Reader.CONNECTOR, "")).isEmpty();
        assertThat(RunNotes.serverLimited(drain(9, null), Reader.NATIVE, "")).isEmpty();
        assertThat(RunNotes.serverLimited(drain(-1, null), Reader.NATIVE, "")).isEmpty();
    }

    /** Returns the summary of ten seconds. */
    private static Summary drain(double readerCpuSeconds, @Nullable Double machineCpuPercent) {
        return new Summary(
                10,
                null,
                List.of(),
                null,
                null,
                new TesterSummary(5, null, readerCpuSeconds, machineCpuPercent, 0, 1, 0, 0, 0, List.of()),
                List.of());
    }

    @Test
    void addsNoteOnLoadThatStartedLate() {
        assertThat(RunNotes.lateNote("stress", 50_000_000)).isEmpty();
        assertThat(RunNotes.lateNote("stress", 72_400_000))
                .containsExactly(Note.of(Code.LOAD_LATE, "load", "stress", "lateMillis", 72.4));
    }

    private static Gap gap(double seconds) {
        return new Gap(Instant.EPOCH, seconds, 1, "killed", "db", "db", ResumedBy.POSITION, null);
    }

    @Test
    void doesNotSumBreaksOfSeveralStreams() {
        assertThat(RunNotes.breaks(Map.of("", List.of()))).isEmpty();
        assertThat(RunNotes.breaks(Map.of("", List.of(gap(0.25), gap(0.5)))))
                .containsExactly(Note.of(Code.STREAM_BROKE, "count", 2, "seconds", 0.75));
        Map<String, List<Gap>> gaps = new LinkedHashMap<>();
        gaps.put("a", List.of(gap(0.125)));
        gaps.put("b", List.of());
        assertThat(RunNotes.breaks(gaps))
                .containsExactly(Note.of(Code.STREAM_BROKE, "count", 1, "streams", List.of("a"), "seconds", 0.125));
        gaps.put("c", List.of(gap(0.25), gap(0.5)));
        assertThat(RunNotes.breaks(gaps))
                .containsExactly(
                        Note.of(Code.STREAM_BROKE, "count", 3, "streams", List.of("a", "c"), "longestSeconds", 0.5));
    }

    @Test
    void countsStatementsAndTransactionsOverSameStreams() {
        CdcSummary stream = RunResults.of(85, 0, 1, Verdict.Status.LOSSLESS).summary().stream();
        assertThat(RunNotes.loggedAsStatements(2, List.of(stream)))
                .isEqualTo(Note.of(Code.LOGGED_AS_STATEMENTS, "count", 2, "transactions", 85));
        assertThat(RunNotes.loggedAsStatements(4, List.of(stream, stream)))
                .isEqualTo(Note.of(Code.LOGGED_AS_STATEMENTS, "count", 4, "transactions", 170, "streams", 2));
    }
}
