// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.config.LargeTransactionSpec;
import io.github.cdctester.config.ProvidedSpec;
import io.github.cdctester.config.PsMode;
import io.github.cdctester.config.RandType;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.ScriptSpec;
import io.github.cdctester.config.StatementGroup;
import io.github.cdctester.config.StatementMix;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.SysbenchSchema;
import io.github.cdctester.config.SysbenchScript;
import io.github.cdctester.config.SysbenchSpec;
import io.github.cdctester.config.TpccSpec;
import io.github.cdctester.config.TransferSpec;
import io.github.cdctester.config.WorkloadSpec;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The workload that a {@link PlanView} shows: whichever of its forms is there. */
final class WorkloadReading {

    private WorkloadReading() {}

    static @Nullable WorkloadSpec of(
            @Nullable String name,
            @Nullable SysbenchView sysbench,
            PlanView.@Nullable LargeTransactionView large,
            PlanView.@Nullable TpccView tpcc,
            PlanView.@Nullable TransferView transfer,
            PlanView.@Nullable OwnView own) {
        return name == null ? null : given(name, sysbench, large, tpcc, transfer, own);
    }

    static WorkloadSpec given(
            String name,
            @Nullable SysbenchView sysbench,
            PlanView.@Nullable LargeTransactionView large,
            PlanView.@Nullable TpccView tpcc,
            PlanView.@Nullable TransferView transfer,
            PlanView.@Nullable OwnView own) {
        if (sysbench != null) {
            return sysbench(Words.constant(SysbenchScript.class, name), sysbench);
        }
        if (large != null) {
            return new LargeTransactionSpec(
                    Words.constant(LargeTransactionSpec.Kind.class, large.trxKind()),
                    large.trxBytes(),
                    Objects.requireNonNullElse(large.rowBytes(), 0L),
                    Objects.requireNonNullElse(large.rows(), 0L),
                    large.trxCount());
        }
        if (tpcc != null) {
            return new TpccSpec(
                    tpcc.warehouses(), new TpccSpec.Mix(tpcc.mix(), tpcc.deck()), tpcc.thinkTimes(), tpcc.randSeed());
        }
        if (transfer != null) {
            return new TransferSpec(
                    transfer.accounts(),
                    transfer.transfers(),
                    new RandomNumbers(
                            Words.constant(RandType.class, transfer.randType()),
                            transfer.randSeed(),
                            new RandomNumbers.Special(
                                    transfer.randSpecIter(), transfer.randSpecPct(), transfer.randSpecRes()),
                            transfer.randParetoH(),
                            transfer.randZipfianExp()),
                    new StatementSending(
                            Words.constant(PsMode.class, transfer.dbPsMode()), false, transfer.reconnect()));
        }
        if (own == null) {
            throw new IllegalArgumentException("the workload " + name + " has no options");
        }
        return own(name, own);
    }

    private static WorkloadSpec own(String name, PlanView.OwnView view) {
        RandomNumbers random = new RandomNumbers(
                Words.constant(RandType.class, view.randType()),
                view.randSeed(),
                new RandomNumbers.Special(view.randSpecIter(), view.randSpecPct(), view.randSpecRes()),
                view.randParetoH(),
                view.randZipfianExp());
        StatementSending sending =
                new StatementSending(Words.constant(PsMode.class, view.dbPsMode()), view.skipTrx(), view.reconnect());
        String file = view.file();
        return file == null
                ? new ProvidedSpec(name, view.options(), random, sending)
                : new ScriptSpec(
                        name, file, Objects.requireNonNullElse(view.yaml(), ""), view.options(), random, sending);
    }

    private static SysbenchSpec sysbench(SysbenchScript script, SysbenchView view) {
        Map<StatementGroup, Integer> counts = new EnumMap<>(StatementGroup.class);
        for (StatementGroup group : script.groups()) {
            Integer count = view.statements().get(group.property());
            // what a switch has taken out, or a script fixes, is no count of the mix
            boolean counted = (view.rangeSelects() || !group.isRange()) && script != SysbenchScript.OLTP_POINT_SELECT;
            if (count != null && counted) {
                counts.put(group, count);
            }
        }
        return new SysbenchSpec(
                script,
                new SysbenchSchema(
                        view.tables(),
                        view.tableSize(),
                        view.autoInc(),
                        view.secondary(),
                        view.createSecondary(),
                        view.createTableOptions()),
                new StatementMix(counts, view.rangeSelects(), view.rangeSize()),
                new RandomNumbers(
                        Words.constant(RandType.class, view.randType()),
                        view.randSeed(),
                        new RandomNumbers.Special(view.randSpecIter(), view.randSpecPct(), view.randSpecRes()),
                        view.randParetoH(),
                        view.randZipfianExp()),
                new StatementSending(Words.constant(PsMode.class, view.dbPsMode()), view.skipTrx(), view.reconnect()));
    }
}
