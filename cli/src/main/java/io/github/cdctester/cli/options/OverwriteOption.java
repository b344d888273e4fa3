// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.internal.report.files.ResultFiles;
import io.github.cdctester.internal.report.files.UsedDirectory;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Whether {@code --out} may name a directory that holds a result already. */
public final class OverwriteOption {

    private static final int NAMES_SHOWN = 3;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--overwrite",
            description = "remove the result that is in the directory of --out first, and nothing else there")
    private boolean overwrite;

    /** Creates the option, for picocli. */
    public OverwriteOption() {}

    /**
     * Refuses a directory that holds a result already, unless that is to be overwritten.
     *
     * @param directory which may be missing
     * @param goesOn whether a matrix that was begun there is gone on with
     * @throws ParameterException if it holds one, or a matrix has left something to be undone and is not gone on with
     */
    public void refuseUsed(Path directory, boolean goesOn) {
        UsedDirectory used = new UsedDirectory(directory);
        if (goesOn && (used.hasMatrix() || used.hasToUndo())) {
            return;
        }
        List<String> results = used.results();
        if (used.hasToUndo()) {
            throw refused(directory, results, "start that matrix again, which undoes it, or name another directory");
        }
        if (!overwrite && !results.isEmpty()) {
            throw refused(directory, results, "name another directory, or give --overwrite to remove that first");
        }
    }

    private ParameterException refused(Path directory, List<String> results, String advice) {
        String names = String.join(", ", results.subList(0, Math.min(NAMES_SHOWN, results.size())));
        return new ParameterException(
                spec.commandLine(),
                "--out is " + directory + ", which holds a result (" + names
                        + (results.size() > NAMES_SHOWN ? ", \u2026" : "") + "): " + advice);
    }

    /**
     * Opens a directory.
     *
     * @param directory created if it is missing
     * @return its files
     * @throws io.github.cdctester.failure.RunFailedException if it cannot be written
     */
    public ResultFiles open(Path directory) {
        return overwrite ? ResultFiles.overwriting(directory) : ResultFiles.in(directory);
    }
}
