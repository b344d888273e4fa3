// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.options.ClusterOptions;
import io.github.cdctester.cli.options.ResultOptions;
import io.github.cdctester.cli.options.value.JUnitFile;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.PodSession;
import io.github.cdctester.internal.run.RunNodes;
import io.github.cdctester.internal.run.pod.PodOutputs;
import io.github.cdctester.internal.run.pod.PodRun;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
        name = "attach",
        description = {
            "Follows a run that --on=kubernetes has started.",
            "Prints its output from the beginning, and exits with its code. Copies its files to --out and --junit, or to the"
                    + " places that the run was started with, if these are below the current directory."
        },
        footer = {"Examples:", "  cdc-tester attach cdc-tester-1b2c3d4e"})
final class AttachCommand extends AbstractCommand {

    @Parameters(paramLabel = "NAME", description = "Name of the run")
    private String name = "";

    @Mixin
    private ClusterOptions cluster;

    @Mixin
    private ResultOptions result;

    @Override
    public Integer call() throws InterruptedException {
        if (!name.matches("[a-z0-9][a-z0-9-]{0,62}")) {
            throw usageError("'" + name + "' must be the name of a run, such as cdc-tester-1b2c3d4e");
        }
        interruption.begin();
        try (PodRun run = RunNodes.platform().attach(cluster.context(), cluster.namespace(), name)) {
            PodOutputs outputs = outputPaths(run.outputs());
            begin(outputs.out(), outputs.overwrites(), false);
            return new PodSession(this, run, outputs).follow();
        }
    }

    PodOutputs outputPaths(PodOutputs runOutputs) {
        return new PodOutputs(
                localPath("--out", result.out(), runOutputs.out()),
                localPath("--junit", result.junit().map(JUnitFile::path), runOutputs.junit()),
                result.overwrites() || result.out().isEmpty() && runOutputs.overwrites());
    }

    private Optional<Path> localPath(String option, Optional<Path> optionValue, Optional<Path> runPath) {
        if (optionValue.isPresent() && runPath.isEmpty()) {
            throw usageError(option + " is given, but the run was started without it");
        }
        return optionValue.or(() -> runPath.map(path -> checkedPath(option, path)));
    }

    /** Everyone with access to the Job can change the path. */
    private Path checkedPath(String option, Path storedPath) {
        Path currentDirectory = Path.of("").toAbsolutePath();
        Path path = currentDirectory.resolve(storedPath).normalize();
        if (!path.startsWith(currentDirectory) || path.equals(currentDirectory)) {
            throw usageError(option + ": " + storedPath
                    + ", which is stored with the run, is not below the current directory: give " + option);
        }
        return storedPath;
    }
}
