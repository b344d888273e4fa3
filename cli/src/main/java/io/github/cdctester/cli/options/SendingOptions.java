// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.config.StatementSending;
import io.github.cdctester.config.StatementSending.PsMode;
import picocli.CommandLine.Option;

/** How statements are sent: sysbench's options, which several families of workloads have. */
public final class SendingOptions {

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
            completionCandidates = Candidates.OnOff.class,
            description = "no BEGIN and COMMIT: each statement commits on its own; default: off")
    private boolean skipTrx;

    @Option(
            names = "--reconnect",
            paramLabel = "N",
            description = "a worker reconnects after every N transactions; default: 0, never")
    private int reconnect;

    StatementSending sending() {
        return new StatementSending(psMode, skipTrx, reconnect);
    }
}
