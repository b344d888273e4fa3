// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.cli.terminal.Screen;
import java.util.Map;
import picocli.CommandLine.Option;

public final class ScreenOptions {

    private enum Progress {
        AUTO,
        PLAIN,
        NONE
    }

    @Option(
            names = "--progress",
            paramLabel = "HOW",
            description = "auto: redraw in place on a terminal; plain: lines; none (default: auto)")
    private Progress progress = Progress.AUTO;

    @Option(names = "--no-color", description = "No colours; NO_COLOR has the same effect")
    private boolean noColor;

    public Screen.DisplayMode displayMode() {
        return progress == Progress.AUTO ? Screen.DisplayMode.LIVE : Screen.DisplayMode.PLAIN;
    }

    boolean isSilent() {
        return progress == Progress.NONE;
    }

    public boolean usesColor() {
        return usesColor(System.getenv());
    }

    /** Follows no-color.org: any non-empty value of {@code NO_COLOR} disables colours. */
    boolean usesColor(Map<String, String> environment) {
        return !noColor && environment.getOrDefault("NO_COLOR", "").isEmpty();
    }
}
