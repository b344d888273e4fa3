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
    private DelayParts warmUp = DelayParts.NOTHING;
    private DelayParts window = DelayParts.NOTHING;
    private DelayParts own = DelayParts.NOTHING;
    private @Nullable LargeTransactionEffect effect;
    private Map<String, Map<RowKind, Long>> rows = Map.of();
    private PayloadCounts payloads = PayloadCounts.ZERO;

    public synchronized void add(StreamMeter.Report report) {
        lastSnapshot = report.snapshot();
        warmUp = warmUp.plus(report.warmUp());
        window = window.plus(report.window());
        own = own.plus(report.own());
        report.passages().ifPresent(more -> effect = effect == null ? more : effect.plus(more));
    }

    /** Sets the values that are available only after the reader has ended. */
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
        DelayParts taken = warmUp;
        warmUp = DelayParts.NOTHING;
        return taken;
    }

    @Override
    public synchronized DelayParts takeWindowDelays() {
        DelayParts taken = window;
        window = DelayParts.NOTHING;
        return taken;
    }

    @Override
    public synchronized DelayParts takeOwnDelays() {
        DelayParts taken = own;
        own = DelayParts.NOTHING;
        return taken;
    }

    @Override
    public synchronized Optional<LargeTransactionEffect> takeLargeTransactions() {
        LargeTransactionEffect taken = effect;
        effect = null;
        return Optional.ofNullable(taken);
    }

    @Override
    public void endLargeTransactions() {
        // the machine that reads the stream has done this before its last report
    }
}
