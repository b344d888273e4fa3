// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.manual.BashCompletion;
import io.github.cdctester.cli.manual.OptionTables;
import io.github.cdctester.internal.catalog.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Writes the shell completion for the build, and the tables of options in docs/guide.md for docs/options. No command uses it. */
public final class GeneratedFiles {

    private GeneratedFiles() {}

    /**
     * Writes the files.
     *
     * @param args the document whose tables of options to write anew, or the directory to write the completion into
     * @throws IOException if they cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path share = Path.of(args[0]);
        CommandLine root = Main.commandLine(new Interruption());
        if (Files.isRegularFile(share)) {
            Files.writeString(share, withOptions(Files.readString(share), root));
            return;
        }
        Path completions =
                Files.createDirectories(share.resolve("bash-completion").resolve("completions"));
        Files.writeString(completions.resolve("cdc-tester"), completion(root));
    }

    /** A document with its tables of options as they have to be. */
    static String withOptions(String document, CommandLine root) {
        List<CommandSpec> commands = root.getSubcommands().values().stream()
                .map(CommandLine::getCommandSpec)
                .filter(command -> !command.name().equals("help"))
                .toList();
        return OptionTables.in(document, commands);
    }

    static String completion(CommandLine root) {
        return BashCompletion.of(root, Workloads.ALL.names(), List.of("prepare", "run", "cleanup"));
    }
}
