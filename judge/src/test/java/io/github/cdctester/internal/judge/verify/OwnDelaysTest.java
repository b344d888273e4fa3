// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.config.DelaySource;
import io.github.cdctester.internal.binlog.transaction.BinlogSink;
import io.github.cdctester.internal.meter.BinlogMeter;
import io.github.cdctester.internal.meter.MeteredStream;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.meter.OwnTransactions;
import io.github.cdctester.internal.meter.Phase;
import io.github.cdctester.internal.meter.Sample;
import io.github.cdctester.internal.meter.Sampler;
import io.github.cdctester.internal.meter.StreamSnapshot;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The stream has small transactions of this run between large transactions of another client. */
class OwnDelaysTest {

    private static final int OWN_BYTES = 500;
    private static final int FOREIGN_BYTES = 4_000_000;
    private static final long OWN_DELAY_MICROS = 1_000;
    private static final long FOREIGN_DELAY_MICROS = 80_000;

    private final OwnTransactions ownTransactions = new OwnTransactions(DelaySource.COMMIT_TIMESTAMP, Set.of());
    private final BinlogMeter meter = new BinlogMeter(DelaySource.COMMIT_TIMESTAMP);
    private final StreamLedger ledger =
            new StreamLedger(false, true, List.of(), LedgerMemory.ofThisProcess(), ownTransactions);
    private final Sampler sampler = new Sampler(
            List.of(),
            List.of(new MeteredStream("db:3306", meter, () -> MeteredStream.Backlog.UNKNOWN, () -> -1)),
            () -> true);
    private long nowMicros = 1_000_000_000;

    /** Acknowledgement of the commit at the write side. */
    private enum Acknowledged {
        BEFORE_ARRIVAL,
        AFTER_ARRIVAL,
        AT_THE_END
    }

    private void openWindow() {
        meter.trackOwn(ownTransactions, ledger::measured);
        sampler.start(0);
        meter.windowOpened("binlog.000001", 4);
        ledger.writeWindowOpens();
        ledger.onWindowOpened();
    }

    private void transaction(long number, long bytes, long delayMicros) {
        nowMicros += 1_000;
        meter.event(33, bytes - 31);
        meter.event(16, 31);
        ledger.onBegin();
        ledger.onEnd(1, 2, "", number, -1);
        meter.transactionEnd(nowMicros - delayMicros, BinlogSink.UNKNOWN_MICROS, nowMicros, nowMicros);
    }

    private void readEnd() {
        meter.readEnd("binlog.000001", 4, nowMicros);
        ledger.onReadEnd();
    }

    @ParameterizedTest
    @EnumSource
    void separatesOwnFromForeignTransactions(Acknowledged acknowledgement) {
        openWindow();
        long number = 0;
        for (int i = 0; i < 1_000; i++) {
            number++;
            if (i % 10 == 9) {
                transaction(number, FOREIGN_BYTES, FOREIGN_DELAY_MICROS);
            } else {
                if (acknowledgement == Acknowledged.BEFORE_ARRIVAL) {
                    ledger.acknowledged(1, 2, "", number);
                }
                transaction(number, OWN_BYTES, OWN_DELAY_MICROS);
                if (acknowledgement == Acknowledged.AFTER_ARRIVAL) {
                    readEnd();
                    ledger.acknowledged(1, 2, "", number);
                }
            }
        }
        readEnd();
        for (long lateNumber = number; acknowledgement == Acknowledged.AT_THE_END && lateNumber > 0; lateNumber--) {
            if (lateNumber % 10 != 0) {
                ledger.acknowledged(1, 2, "", lateNumber);
            }
        }

        Sample second = sampler.tick(Phase.MEASURE, 1_000_000_000L);
        StreamSnapshot snapshot = meter.snapshot();
        assertThat(snapshot.counts().get(Metric.TRANSACTIONS)).isEqualTo(1_000);
        assertThat(snapshot.counts().get(Metric.OWN_TRANSACTIONS)).isEqualTo(900);
        assertThat(snapshot.counts().get(Metric.OWN_EVENTS)).isEqualTo(1_800);
        assertThat(snapshot.counts().get(Metric.OWN_BYTES)).isEqualTo(900L * OWN_BYTES);
        assertThat(snapshot.lastOwnMicros()).isEqualTo(nowMicros - 1_000);
        assertThat(second.cdc().durations(Metric.DELAY).count())
                .as("of the second")
                .isEqualTo(900);
        assertThat(sampler.streams().get(0).windowDelays(true).lastByte().percentileMillis(99) * 1_000)
                .isLessThan(2 * OWN_DELAY_MICROS);
        assertThat(sampler.streams().get(0).windowDelays(false).lastByte().count())
                .isEqualTo(1_000);
        assertThat(sampler.streams().get(0).windowDelays(false).lastByte().percentileMillis(99) * 1_000)
                .isGreaterThan(FOREIGN_DELAY_MICROS / 2);
        assertThat(ledger.findings().matched()).isEqualTo(900);
        assertThat(ledger.findings().outOfOrder().count()).isZero();
    }

    /** Worker nodes report their commits up to one second after the arrival. */
    @Test
    void countsOwnTransactionsOnceIfAcknowledgedInLaterSample() {
        openWindow();
        sampler.beginInterval();
        transaction(1, OWN_BYTES, OWN_DELAY_MICROS);
        transaction(2, FOREIGN_BYTES, FOREIGN_DELAY_MICROS);
        transaction(3, OWN_BYTES, OWN_DELAY_MICROS);
        readEnd();
        Sample first = sampler.tick(Phase.MEASURE, 1_000_000_000L);
        ledger.acknowledged(1, 2, "", 1);
        ledger.acknowledged(1, 2, "", 3);
        Sampler.Interval interval = sampler.endInterval().get(0);
        Sample second = sampler.tick(Phase.MEASURE, 2_000_000_000L);

        assertThat(first.cdc()
                        .durations(Metric.DELAY)
                        .plus(second.cdc().durations(Metric.DELAY))
                        .count())
                .as("of both samples")
                .isEqualTo(2);
        assertThat(interval.delays().lastByte().count()).as("of the interval").isEqualTo(2);
        assertThat(sampler.streams().get(0).windowDelays(true).lastByte().count())
                .isEqualTo(2);
    }

    /** The ring buffer may grow before the owner of each transaction is known. */
    @Test
    void detectsReorderingAmongManyForeignTransactions() {
        openWindow();
        for (int i = 1; i <= 50_000; i++) {
            transaction(i == 20_001 ? 20_002 : i == 20_002 ? 20_001 : i, OWN_BYTES, OWN_DELAY_MICROS);
        }
        readEnd();
        for (int i = 50_000; i > 0; i--) {
            if (i % 3 == 0 || i == 20_001 || i == 20_002) {
                ledger.acknowledged(1, 2, "", i);
            }
        }
        StreamFindings findings = ledger.findings();
        assertThat(findings.outOfOrder().count()).isEqualTo(1);
        assertThat(findings.full()).isFalse();
        assertThat(meter.snapshot().counts().get(Metric.OWN_TRANSACTIONS)).isEqualTo(findings.matched());
    }

    @Test
    void excludesTransactionsBeforeWindow() {
        meter.trackOwn(ownTransactions, ledger::measured);
        ledger.acknowledged(1, 2, "", 1);
        transaction(1, OWN_BYTES, OWN_DELAY_MICROS);
        readEnd();
        openWindow();
        ledger.acknowledged(1, 2, "", 2);
        transaction(2, OWN_BYTES, OWN_DELAY_MICROS);
        readEnd();
        assertThat(meter.snapshot().counts().get(Metric.OWN_TRANSACTIONS)).isEqualTo(1);
    }
}
