// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.transfer;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.WorkloadFamily;
import io.github.cdctester.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/** The options of transfers between accounts. */
public final class TransferFamily implements WorkloadFamily {

    private static final FamilyOption<Integer> ACCOUNTS =
            FamilyOption.number("--accounts", "accounts", "Rows of the table accounts, from 2", Defaults.TABLE_SIZE);

    private static final FamilyOption<Integer> TRANSFERS =
            FamilyOption.number("--transfers", "transfers", "Amounts moved per transaction, 1 to 1000", 1);

    @Override
    public List<String> names() {
        return List.of(Transfers.NAME);
    }

    @Override
    public List<FamilyOption<?>> options() {
        return List.of(ACCOUNTS, TRANSFERS, RowStamp.OPTION);
    }

    @Override
    public Set<String> sharedOptions() {
        return WorkloadFamily.randomOptionsAnd("--check", "--db-ps-mode", "--reconnect");
    }

    @Override
    public Transfers spec(String name, OptionValues values) {
        return new Transfers(
                values.of(ACCOUNTS),
                values.of(TRANSFERS),
                values.numbers(),
                values.sending(),
                values.of(RowStamp.OPTION));
    }

    @Override
    public Optional<Workload> workload(WorkloadSpec spec, LongFunction<SharedNumbers> numbers) {
        return spec instanceof Transfers transfer
                ? Optional.of(new TransferWorkload(
                        transfer, numbers.apply(transfer.random().seed())))
                : Optional.empty();
    }
}
