// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.RandomNumbers;
import io.github.cdctester.config.StatementSending;
import io.github.cdctester.workload.transfer.TransferSpec;
import picocli.CommandLine.Option;

/** The options of {@code --workload transfer}. */
public final class TransferOptions {

    @Option(
            names = "--accounts",
            paramLabel = "N",
            description = "transfer: rows of the table accounts, from 2; default: ${DEFAULT-VALUE}")
    private int accounts = Defaults.TABLE_SIZE;

    @Option(
            names = "--transfers",
            paramLabel = "N",
            description = "transfer: amounts that one transaction moves, 1 to 1000; default: ${DEFAULT-VALUE}")
    private int transfers = 1;

    /** Creates the options, for picocli. */
    public TransferOptions() {}

    TransferSpec workload(RandomNumbers random, StatementSending sending) {
        return new TransferSpec(accounts, transfers, random, sending);
    }
}
