// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.workload.sysbench.StatementGroup;
import io.github.cdctester.workload.sysbench.StatementMix;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How often a sysbench transaction makes each statement. */
public final class StatementOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--point-selects", paramLabel = "N", description = "SELECTs of one row; default: ${DEFAULT-VALUE}")
    private int pointSelects = Defaults.POINT_SELECTS;

    @Option(names = "--simple-ranges", paramLabel = "N", description = "SELECTs of a range; default: ${DEFAULT-VALUE}")
    private int simpleRanges = 1;

    @Option(
            names = "--sum-ranges",
            paramLabel = "N",
            description = "SELECTs of a range's sum; default: ${DEFAULT-VALUE}")
    private int sumRanges = 1;

    @Option(
            names = "--order-ranges",
            paramLabel = "N",
            description = "SELECTs of an ordered range; default: ${DEFAULT-VALUE}")
    private int orderRanges = 1;

    @Option(
            names = "--distinct-ranges",
            paramLabel = "N",
            description = "SELECT DISTINCTs of a range; default: ${DEFAULT-VALUE}")
    private int distinctRanges = 1;

    @Option(
            names = "--index-updates",
            paramLabel = "N",
            description = "UPDATEs of the indexed column; default: ${DEFAULT-VALUE}")
    private int indexUpdates = 1;

    @Option(
            names = "--non-index-updates",
            paramLabel = "N",
            description = "UPDATEs of a column without an index; default: ${DEFAULT-VALUE}")
    private int nonIndexUpdates = 1;

    @Option(
            names = "--delete-inserts",
            paramLabel = "N",
            description = "pairs of a DELETE and an INSERT; default: ${DEFAULT-VALUE}")
    private int deleteInserts = 1;

    @Option(
            names = "--range-selects",
            paramLabel = "on|off",
            arity = "1",
            converter = Converters.OnOff.class,
            description = "whether the four kinds of range SELECTs are made; default: on")
    private boolean rangeSelects = true;

    @Option(names = "--range-size", paramLabel = "N", description = "ids in a range; default: 100")
    private @Nullable Integer rangeSize;

    /** Creates the options, for picocli. */
    public StatementOptions() {}

    StatementMix mix(int tableSize) {
        if (rangeSize != null && rangeSize > tableSize) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--range-size is " + rangeSize + ", but must be at most --table-size, which is " + tableSize);
        }
        return new StatementMix(
                Map.of(
                        StatementGroup.POINT_SELECTS, pointSelects,
                        StatementGroup.SIMPLE_RANGES, simpleRanges,
                        StatementGroup.SUM_RANGES, sumRanges,
                        StatementGroup.ORDER_RANGES, orderRanges,
                        StatementGroup.DISTINCT_RANGES, distinctRanges,
                        StatementGroup.INDEX_UPDATES, indexUpdates,
                        StatementGroup.NON_INDEX_UPDATES, nonIndexUpdates,
                        StatementGroup.DELETE_INSERTS, deleteInserts),
                rangeSelects,
                rangeSize == null ? Defaults.RANGE_SIZE : rangeSize);
    }
}
