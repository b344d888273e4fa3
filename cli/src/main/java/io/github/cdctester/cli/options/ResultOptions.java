// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.options.value.JUnitFile;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

public final class ResultOptions {

    @Option(names = "--out", paramLabel = "DIR", description = "Directory for result.json, report.html and more")
    private @Nullable Path out;

    @Option(names = "--overwrite", description = "Remove an earlier result from --out first")
    private boolean overwrite;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write JUnit XML of verdicts and limits")
    private @Nullable JUnitFile junit;

    public Optional<Path> out() {
        return Optional.ofNullable(out);
    }

    public boolean overwrites() {
        return overwrite;
    }

    public Optional<JUnitFile> junit() {
        return Optional.ofNullable(junit);
    }
}
