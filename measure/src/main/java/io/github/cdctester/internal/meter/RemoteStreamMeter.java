// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import io.github.cdctester.internal.binlog.position.LogPosition;
import io.github.cdctester.internal.binlog.rows.RowKind;
import io.github.cdctester.internal.meter.duration.DelayParts;
import io.github.cdctester.internal.meter.duration.LargeTransactionEffect;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The meter of a stream that another machine reads and reports. Thread-safe. */
public final class RemoteStreamMeter implements StreamMeter {

    private StreamSnapshot lastSnapshot =
            new StreamSnapshot(StreamCounts.ZERO, LogPosition.NOWHERE, null, null, 0, 0, -1);
    private DelayParts warmUpDelays = DelayParts.NOTHING;
    private DelayParts windowDelays = DelayParts.NOTHING;
    private DelayParts ownDelays = DelayParts.NOTHING;
    private @Nullable LargeTransactionEffect effect;
    private Map<String, Map<RowKind, Long>> rows = Map.of();
    private PayloadCounts payloads = PayloadCounts.ZERO;

    public synchronized void add(StreamMeter.Report report) {
        lastSnapshot = report.snapshot();
        warmUpDelays = warmUpDelays.plus(report.warmUp());
        windowDelays = windowDelays.plus(report.window());
        ownDelays = ownDelays.plus(report.own());
        report.passages().ifPresent(newEffect -> effect = effect == null ? newEffect : effect.plus(newEffect));
    }

    /** The other machine reports these values only after its reader has ended. */
    public synchronized void setFinalValues(Map<String, Map<RowKind, Long>> windowRows, PayloadCounts windowPayloads) {
        rows = windowRows;
        payloads = windowPayloads;
    }

    @Override
    public synchronized StreamSnapshot snapshot() {
        return lastSnapshot;
    }

    @Override
    public synchronized Map<String, Map<RowKind, Long>> windowRows() {
        return rows;
    }

    @Override
    public synchronized PayloadCounts windowPayloads() {
        return payloads;
    }

    @Override
    public synchronized DelayParts takeWarmUpDelays() {
        DelayParts delays = warmUpDelays;
        warmUpDelays = DelayParts.NOTHING;
        return delays;
    }

    @Override
    public synchronized DelayParts takeWindowDelays() {
        DelayParts delays = windowDelays;
        windowDelays = DelayParts.NOTHING;
        return delays;
    }

    @Override
    public synchronized DelayParts takeOwnDelays() {
        DelayParts delays = ownDelays;
        ownDelays = DelayParts.NOTHING;
        return delays;
    }

    @Override
    public synchronized Optional<LargeTransactionEffect> takeLargeTransactions() {
        LargeTransactionEffect takenEffect = effect;
        effect = null;
        return Optional.ofNullable(takenEffect);
    }

    @Override
    public void endLargeTransactions() {
        // the other machine does this before its last report
    }
}
