// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.cli.terminal.Question;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.ForeignTablesException;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Prevents an accidental load on a user's data. */
public final class WriteGuard {

    @Option(names = "--yes", description = "Do not prompt: write even if the schema has other tables")
    private boolean yes;

    /**
     * Looks for tables of other programs that the plan would write to, and prompts for confirmation.
     *
     * @throws ForeignTablesException if such tables exist, and the user does not confirm or there is no terminal
     */
    public void check(Supplier<List<String>> foreignTables, Endpoint endpoint) {
        List<String> foreign = yes ? List.of() : foreignTables.get();
        if (foreign.isEmpty()) {
            return;
        }
        String place = endpoint.database() + " at " + endpoint.address();
        if (!Question.isConfirmed(ForeignTablesException.describe(place, foreign) + ". Write there?")) {
            throw new ForeignTablesException(
                    place, foreign, "add --yes to write there anyway, or name another --database");
        }
    }
}
