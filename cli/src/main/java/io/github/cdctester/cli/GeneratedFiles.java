// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.manual.BashCompletion;
import io.github.cdctester.internal.catalog.Workloads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;

/** Writes the shell completion during the build. */
public final class GeneratedFiles {

    private GeneratedFiles() {}

    public static void main(String[] args) throws IOException {
        Path completions = Files.createDirectories(Path.of(args[0], "bash-completion", "completions"));
        Files.writeString(completions.resolve("cdc-tester"), completion(Main.commandLine(new Interruption())));
    }

    static String completion(CommandLine root) {
        return BashCompletion.of(root, Workloads.ALL.names(), List.of("prepare", "run", "cleanup"));
    }
}
