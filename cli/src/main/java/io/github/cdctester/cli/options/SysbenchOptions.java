// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.PsMode;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.workload.sysbench.SysbenchSchema;
import io.github.cdctester.workload.sysbench.SysbenchSpec;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** sysbench's options of its tables, and of how statements are sent. Names and defaults are sysbench's. */
public final class SysbenchOptions {

    @Option(names = "--tables", paramLabel = "N", description = "number of tables; default: ${DEFAULT-VALUE}")
    private int tables = Defaults.TABLES;

    @Option(names = "--table-size", paramLabel = "N", description = "rows a table; default: ${DEFAULT-VALUE}")
    private int tableSize = Defaults.TABLE_SIZE;

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

    @Mixin
    private StatementOptions statements;

    @Mixin
    private RandomOptions random;

    @Option(
            names = "--db-ps-mode",
            paramLabel = "MODE",
            description = "auto: statements are prepared on the server; disable: they are sent as text; default: auto")
    private PsMode psMode = PsMode.AUTO;

    @Option(
            names = "--skip-trx",
            paramLabel = "on|off",
            arity = "1",
            converter = Converters.OnOff.class,
            description = "no BEGIN and COMMIT: each statement commits by itself; default: off")
    private boolean skipTrx;

    @Option(
            names = "--reconnect",
            paramLabel = "N",
            description = "a worker takes a new connection after N transactions; default: 0, never")
    private int reconnect;

    /** Creates the options, for picocli. */
    public SysbenchOptions() {}

    /**
     * Sets every option of a workload.
     *
     * @param defaults the workload
     * @return the workload with the options given
     */
    SysbenchSpec applyTo(SysbenchSpec defaults) {
        return defaults.schema(
                        new SysbenchSchema(tables, tableSize, autoInc, secondary, createSecondary, createTableOptions))
                .mix(statements.mix(tableSize))
                .random(random.numbers())
                .sending(sending());
    }

    /** How statements reach the server. */
    StatementSending sending() {
        return new StatementSending(psMode, skipTrx, reconnect);
    }

    /** How numbers are drawn, and the seed. */
    RandomNumbers numbers() {
        return random.numbers();
    }

    /** Seed of all random numbers; 0 takes a new one each run. */
    long randSeed() {
        return random.seed();
    }
}
