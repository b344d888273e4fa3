// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Rate;
import io.github.cdctester.experiment.SweepAxis;
import io.github.cdctester.workload.largetx.LargeTransactionSpec;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What {@code --workload large_transaction} writes. */
public final class LargeTransactionOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--trx-kind",
            paramLabel = "KIND",
            converter = Converters.TransactionKind.class,
            description = "insert, update, delete or insert-select (rows doubled in the transaction); default: insert")
    private LargeTransactionSpec.Kind kind = LargeTransactionSpec.Kind.INSERT;

    @Option(
            names = "--trx-size",
            paramLabel = "SIZE",
            converter = Listed.Sizes.class,
            description = "size of a transaction in the binlog; with B, kB, MB, GB, TB or KiB, MiB, …; default: 0.5GB")
    private Listed<Long> trxBytes = Listed.of(Defaults.TRX_BYTES);

    @Option(
            names = "--row-size",
            paramLabel = "SIZE",
            converter = Converters.Bytes.class,
            description = "size of a row's image in the binlog; default: 2500")
    private @Nullable Long rowBytes;

    @Option(names = "--rows", paramLabel = "N", description = "rows of a transaction, in place of --row-size")
    private @Nullable Long rows;

    @Option(
            names = "--trx-count",
            paramLabel = "N",
            description =
                    "end after so many large transactions; 0: no limit but --time; default: 1, in the background 0")
    private @Nullable Long trxCount;

    @Option(
            names = "--trx-interval",
            paramLabel = "SECONDS",
            converter = Converters.Seconds.class,
            description = "time from one start to the next, all workers together; default: none, one after the other")
    private Duration trxInterval = Duration.ZERO;

    /** Creates the options, for picocli. */
    public LargeTransactionOptions() {}

    LargeTransactionSpec workload(boolean inBackground) {
        if (rowBytes != null && rows != null) {
            throw new ParameterException(
                    spec.commandLine(), "--rows is " + rows + ", but --row-size is given too: give one of them");
        }
        if (rows != null && rows < 1) {
            throw new ParameterException(
                    spec.commandLine(), "--rows is " + rows + ", but must be a whole number from 1");
        }
        long count = trxCount != null ? trxCount : inBackground ? 0 : Defaults.TRX_COUNT;
        long image = rows != null ? 0 : rowBytes != null ? rowBytes : Defaults.ROW_BYTES;
        return new LargeTransactionSpec(kind, trxBytes.first(), image, rows == null ? 0 : rows, count);
    }

    /** The sizes, where they are a list. */
    Optional<SweepAxis> axis() {
        return trxBytes.isList()
                ? Optional.of(trxBytes.axis(SweepAxis.Parameter.TRX_SIZE, Long::doubleValue))
                : Optional.empty();
    }

    /**
     * Starts transactions at the interval, if there is one.
     *
     * @param load the load as the other options have it
     * @return an open loop, or the same load
     * @throws ParameterException if there is a rate too
     */
    public LoadSpec paced(LoadSpec load) {
        if (trxInterval.isZero()) {
            return load;
        }
        if (load instanceof LoadSpec.OpenLoop) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--trx-interval is given, but "
                            + (spec.commandLine().getParseResult().hasMatchedOption("--background-rate")
                                    ? "--background-rate"
                                    : "--rate")
                            + " too: both say when transactions start");
        }
        return LoadSpec.openLoop(load.threads(), Rate.perSecond(1e9 / trxInterval.toNanos()));
    }
}
