// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.session;

import io.github.cdctester.cli.terminal.Question;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.ForeignTablesException;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

public final class WriteGuard {

    @Option(names = "--yes", description = "Do not prompt: write even if the schema has other tables")
    private boolean yes;

    /** Prompts if the schema contains tables that this tool did not create. Fails without a confirmation. */
    public void check(Supplier<List<String>> foreignTables, Endpoint endpoint) {
        List<String> otherTables = yes ? List.of() : foreignTables.get();
        if (otherTables.isEmpty()) {
            return;
        }
        String location = endpoint.database() + " at " + endpoint.address();
        if (!Question.promptYesNo(ForeignTablesException.describe(location, otherTables) + ". Write there?")) {
            throw new ForeignTablesException(
                    location, otherTables, "add --yes to write there anyway, or name another --database");
        }
    }
}
