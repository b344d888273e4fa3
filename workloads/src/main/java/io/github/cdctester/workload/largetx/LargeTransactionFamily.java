// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.largetx;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.FamilyOption.Role;
import io.github.cdctester.internal.workload.Form;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.RowStamp;
import io.github.cdctester.internal.workload.SharedNumbers;
import io.github.cdctester.internal.workload.StoredOptions;
import io.github.cdctester.internal.workload.WorkloadFamily;
import io.github.cdctester.workload.Workload;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The options of large transactions. */
public final class LargeTransactionFamily implements WorkloadFamily {

    private static final FamilyOption<LargeTransactions.RowChange> KIND = new FamilyOption<>(
            "--trx-kind",
            "trxKind",
            "KIND",
            Form.choice(LargeTransactions.RowChange.class),
            LargeTransactions.RowChange.INSERT,
            "Statement: insert, update, delete or insert-select (default: insert)");

    private static final FamilyOption<Long> TRX_SIZE = new FamilyOption<>(
                    "--trx-size",
                    "trxSize",
                    "SIZE",
                    Form.SIZE,
                    Defaults.TRX_BYTES,
                    "Size of a transaction in the binlog, such as 500MB or 1GiB (default: 0.5GB)")
            .withRole(Role.SWEPT);

    private static final FamilyOption<Long> ROW_SIZE = new FamilyOption<>(
            "--row-size",
            "rowSize",
            "SIZE",
            Form.SIZE,
            (long) Defaults.ROW_BYTES,
            "Size of a row image in the binlog (default: " + Defaults.ROW_BYTES + ")");

    private static final FamilyOption<Long> ROWS = new FamilyOption<>(
            "--rows", "rows", "N", Form.LARGE_NUMBER, 0L, "Rows per transaction, in place of --row-size");

    private static final FamilyOption<Long> TRX_COUNT = new FamilyOption<>(
                    "--trx-count",
                    "trxCount",
                    "N",
                    Form.LARGE_NUMBER,
                    Defaults.TRX_COUNT,
                    "End after N transactions; 0: no limit (default: 1, in the background 0)")
            .withRole(Role.ENDS_THE_RUN);

    private static final FamilyOption<Duration> TRX_INTERVAL = new FamilyOption<>(
                    "--trx-interval",
                    "trxInterval",
                    "SECONDS",
                    Form.DURATION,
                    Duration.ZERO,
                    "Time between two starts; 0: one after the other (default: 0)")
            .withRole(Role.INTERVAL);

    @Override
    public List<String> names() {
        return List.of(LargeTransactions.NAME);
    }

    @Override
    public List<FamilyOption<?>> options() {
        return List.of(KIND, TRX_SIZE, ROW_SIZE, ROWS, TRX_COUNT, TRX_INTERVAL, RowStamp.OPTION);
    }

    @Override
    public Set<String> sharedOptions() {
        return Set.of();
    }

    @Override
    public LargeTransactions spec(String name, OptionValues values) {
        Optional<Long> rows = values.userValue(ROWS);
        if (rows.isPresent() && values.userValue(ROW_SIZE).isPresent()) {
            throw values.conflict("--rows and --row-size are both given, must be one of them");
        }
        if (rows.isPresent() && rows.get() < 1) {
            throw values.conflict("--rows: " + rows.get() + ", must be a whole number from 1");
        }
        long count = values.userValue(TRX_COUNT).orElse(values.inBackground() ? 0 : TRX_COUNT.defaultValue());
        long rowBytes = rows.isPresent() ? 0 : values.of(ROW_SIZE);
        return new LargeTransactions(
                values.of(KIND), values.of(TRX_SIZE), rowBytes, rows.orElse(0L), count, values.of(RowStamp.OPTION));
    }

    @Override
    public Optional<Workload> workload(WorkloadSpec spec, LongFunction<SharedNumbers> numbers) {
        return spec instanceof LargeTransactions large
                ? Optional.of(new LargeTransactionWorkload(large, numbers.apply(0)))
                : Optional.empty();
    }

    @Override
    public String key() {
        return "largeTransaction";
    }

    @Override
    public LargeTransactions fromResult(String name, StoredOptions storedOptions) {
        Map<String, @Nullable Object> options = new HashMap<>(storedOptions.values());
        options.put("trxSize", options.get("trxBytes"));
        options.put("rowSize", options.get("rowBytes"));
        return spec(name, new StoredOptions(options));
    }
}
