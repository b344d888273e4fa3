// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.RandType;
import io.github.cdctester.config.Sysbench;
import io.github.cdctester.config.TpccSpec;
import io.github.cdctester.config.WorkloadSpec;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is written, and into which tables. Names and defaults are sysbench's. */
public final class WorkloadOptions {

    private static final String OLTP_INSERT = "oltp_insert";
    private static final String LARGE_TRANSACTION = "large_transaction";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            description = "oltp_insert, tpcc or large_transaction; default: oltp_insert")
    private String workload = OLTP_INSERT;

    @Option(names = "--tables", paramLabel = "N", description = "number of tables; default: ${DEFAULT-VALUE}")
    private int tables = 1;

    @Option(names = "--table-size", paramLabel = "N", description = "rows a table; default: ${DEFAULT-VALUE}")
    private int tableSize = 10_000;

    @Option(
            names = "--auto-inc",
            paramLabel = "on|off",
            arity = "1",
            converter = Converters.OnOff.class,
            description = "the server assigns ids; default: on")
    private boolean autoInc = true;

    @Option(
            names = "--secondary",
            paramLabel = "on|off",
            arity = "1",
            converter = Converters.OnOff.class,
            description = "a secondary index on id in place of the primary key; default: off")
    private boolean secondary;

    @Option(
            names = "--create-secondary",
            paramLabel = "on|off",
            arity = "1",
            converter = Converters.OnOff.class,
            description = "an index on k; default: on")
    private boolean createSecondary = true;

    @Option(names = "--create-table-options", paramLabel = "SQL", description = "appended to CREATE TABLE")
    private String createTableOptions = "";

    @Option(
            names = "--rand-type",
            paramLabel = "TYPE",
            description = "${COMPLETION-CANDIDATES}; default: uniform (sysbench 1.0 has special)")
    private RandType randType = RandType.UNIFORM;

    @Option(names = "--rand-seed", paramLabel = "N", description = "0 takes a new seed each run; default: 0")
    private long randSeed;

    @Mixin
    private LargeTransactionOptions largeTransaction;

    @Mixin
    private TpccOptions tpcc;

    /** Creates the options, for picocli. */
    public WorkloadOptions() {}

    /**
     * Starts large transactions at their interval, if that is what is written.
     *
     * @param load the load as the other options have it
     * @return the load of this workload
     */
    public LoadSpec paced(LoadSpec load) {
        return workload.equals(LARGE_TRANSACTION) ? largeTransaction.paced(load) : load;
    }

    /**
     * Makes a workload of the options.
     *
     * @return the workload
     * @throws ParameterException if there is no such workload
     */
    public WorkloadSpec workload() {
        if (workload.equals(TpccSpec.NAME)) {
            return tpcc.workload(randSeed);
        }
        tpcc.refuseFor(workload);
        if (workload.equals(LARGE_TRANSACTION)) {
            return largeTransaction.workload();
        }
        if (!workload.equals(OLTP_INSERT)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--workload is " + workload + ", but must be one of: " + OLTP_INSERT + ", " + TpccSpec.NAME + ", "
                            + LARGE_TRANSACTION);
        }
        return Sysbench.oltpInsert()
                .tables(tables)
                .tableSize(tableSize)
                .autoInc(autoInc)
                .indexes(secondary, createSecondary)
                .createTableOptions(createTableOptions)
                .random(randType, randSeed);
    }
}
