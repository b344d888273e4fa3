// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.manual.BashCompletion;
import io.github.cdctester.cli.manual.ManPage;
import io.github.cdctester.cli.manual.OptionTables;
import io.github.cdctester.internal.catalog.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Writes manual pages and completion, when the build starts it, and the options in docs/guide.md, for docs/options. No command does. */
public final class ManualFiles {

    private ManualFiles() {}

    /**
     * Writes the files.
     *
     * @param args the document whose tables of options to write anew; or the directory to write into, the version, and its instant,
     *     such as {@code 2026-11-21T00:00:00Z}
     * @throws IOException if they cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path share = Path.of(args[0]);
        CommandLine root = Main.commandLine(new Interruption());
        if (args.length == 1) {
            Files.writeString(share, withOptions(Files.readString(share), root));
            return;
        }
        Path pages = Files.createDirectories(share.resolve("man").resolve("man1"));
        for (CommandLine command : commands(root)) {
            Files.writeString(
                    pages.resolve(ManPage.name(command.getCommandSpec()) + ".1"),
                    ManPage.of(command.getCommandSpec(), args[1], args[2].substring(0, 10)));
        }
        Path completions =
                Files.createDirectories(share.resolve("bash-completion").resolve("completions"));
        Files.writeString(completions.resolve("cdc-tester"), completion(root));
    }

    static List<CommandLine> commands(CommandLine root) {
        return Stream.concat(Stream.of(root), root.getSubcommands().values().stream())
                .toList();
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
