// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.options.ClusterOptions;
import io.github.cdctester.cli.options.Places;
import io.github.cdctester.internal.run.PodOutputs;
import io.github.cdctester.internal.run.PodRun;
import io.github.cdctester.internal.run.RunNodes;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Follows a run in a cluster that another process has started. */
@Command(
        name = "attach",
        description = {
            "Follows a run that --on=kubernetes has started.",
            "Prints its output from the beginning, copies its files, and exits with its code."
        },
        footer = {"Examples:", "  cdc-tester attach cdc-tester-1b2c3d4e"})
final class AttachCommand extends AbstractCommand {

    @Parameters(paramLabel = "NAME", description = "Name of the run")
    private String name = "";

    @Mixin
    private ClusterOptions cluster;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            converter = Places.Name.class,
            description =
                    "Directory for the files of --out (default: the directory of the run, if it is below the current one)")
    private @Nullable Path out;

    @Option(names = "--overwrite", description = "Remove an earlier result from --out first")
    private boolean overwrite;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            converter = Places.Name.class,
            description = "File for the JUnit XML (default: the file of the run, if it is below the current directory)")
    private @Nullable Path junit;

    AttachCommand(Interruption interruption) {
        super(interruption);
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!name.matches("[a-z0-9][a-z0-9-]{0,62}")) {
            throw usage("'" + name + "' must be the name of a run, such as cdc-tester-1b2c3d4e");
        }
        interruption.begin();
        try (PodRun run = RunNodes.platform().attach(cluster.context(), cluster.namespace(), name)) {
            PodOutputs outputs = places(run.outputs());
            PodSession.checkOutputs(this, outputs);
            return new PodSession(this, run, outputs).follow();
        }
    }

    /** Returns the local places of the files that the run writes. */
    PodOutputs places(PodOutputs written) {
        return new PodOutputs(
                written.out().map(place -> out == null ? below("--out", place) : out),
                written.junit().map(place -> junit == null ? below("--junit", place) : junit),
                overwrite || written.overwrites());
    }

    /** Rejects places elsewhere, because each user with access to the Job can change them. */
    private Path below(String option, Path place) {
        Path here = Path.of("").toAbsolutePath();
        Path path = here.resolve(place).normalize();
        if (!path.startsWith(here) || path.equals(here)) {
            throw usage(option + ": " + place + ", which the run names, is not below the current directory: give "
                    + option);
        }
        return place;
    }
}
