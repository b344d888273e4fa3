// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.internal.binlog.StreamGap;
import io.github.cdctester.internal.binlog.connection.ServerInfo;
import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.meter.PayloadCounts;
import io.github.cdctester.internal.meter.duration.LargeTransactionEffect;
import io.github.cdctester.internal.summary.Durations;
import io.github.cdctester.internal.time.ClockOffset;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.ClockSummary;
import io.github.cdctester.result.summary.ServerSummary;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts the properties of a stream and its server to records of a result. */
final class StreamFacts {

    private StreamFacts() {}

    static ServerSummary server(ServerInfo info) {
        return new ServerSummary(
                ServerSummary.Flavor.valueOf(info.flavor().name()),
                info.version(),
                info.serverUuid(),
                info.serverId(),
                info.hostname(),
                info.logBin(),
                info.binlogFormat(),
                info.rowImage(),
                info.checksum(),
                info.gtidMode(),
                info.compression(),
                info.netBufferLength(),
                info.security().tls(),
                info.security().tlsVersion(),
                info.security().tlsCipher(),
                info.security().loginPlugin(),
                info.security().rsaKeyFetched());
    }

    static ClockSummary clock(ClockOffset clock) {
        return new ClockSummary(clock.offsetMicros(), clock.uncertaintyMicros());
    }

    static CdcSummary.Gap gap(StreamGap gap) {
        ClockOffset clock = gap.clock();
        return new CdcSummary.Gap(
                gap.at(),
                gap.seconds(),
                gap.attempts(),
                gap.reason(),
                gap.from(),
                gap.to(),
                CdcSummary.Gap.ResumedBy.valueOf(gap.by().name()),
                clock == null ? null : clock(clock));
    }

    /** Returns {@code null} if the server has not sent a file name yet. */
    static CdcSummary.@Nullable Position position(LogPosition position) {
        return position.file().isEmpty() ? null : new CdcSummary.Position(position.file(), position.offset(), null);
    }

    static Map<String, Map<CdcSummary.ChangeKind, Long>> rows(Map<String, Map<RowKind, Long>> rows) {
        Map<String, Map<CdcSummary.ChangeKind, Long>> countsByTable = new TreeMap<>();
        rows.forEach((table, kinds) -> {
            Map<CdcSummary.ChangeKind, Long> counts = new EnumMap<>(CdcSummary.ChangeKind.class);
            kinds.forEach((kind, count) -> counts.put(CdcSummary.ChangeKind.valueOf(kind.name()), count));
            countsByTable.put(table, counts);
        });
        return countsByTable;
    }

    static CdcSummary.Payloads payloads(PayloadCounts counts) {
        return new CdcSummary.Payloads(
                counts.transactions(), counts.wireBytes(), counts.inflatedBytes(), counts.innerEventsByKind());
    }

    static CdcSummary.LargeTransactions largeTransactions(@Nullable String source, LargeTransactionEffect effect) {
        long passingMicros = effect.passingMicros();
        return new CdcSummary.LargeTransactions(
                effect.fromBytes(),
                effect.transferTime().count(),
                effect.bytes(),
                Durations.of(source, effect.firstByte()),
                Durations.of(source, effect.lastByte()),
                Durations.of(null, effect.transferTime()),
                Durations.of(source, effect.delaysDuringLarge()),
                Durations.of(source, effect.otherDelays()),
                passingMicros == 0 ? null : effect.bytes() * 1e6 / passingMicros);
    }
}
