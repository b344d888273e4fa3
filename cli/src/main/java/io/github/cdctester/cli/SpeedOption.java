// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.options.OptionGroup;
import io.github.cdctester.internal.play.PlayServer;
import picocli.CommandLine.Option;

/** How fast a recording is played. */
final class SpeedOption extends OptionGroup {

    @Option(
            names = "--speed",
            paramLabel = "N",
            description = "How much faster than recorded: 0.5 to 50, or max: all at once (default: 1)")
    private String speed = "1";

    /** For picocli. */
    SpeedOption() {}

    double factor() {
        boolean all = speed.equalsIgnoreCase("max");
        double factor = speed.matches("\\d{1,2}(\\.\\d{1,9})?") ? Double.parseDouble(speed) : 0;
        if (!all && (factor < 0.5 || factor > 50)) {
            throw usage("--speed: " + speed + ", must be a number from 0.5 to 50, or max");
        }
        return all ? PlayServer.MAX : factor;
    }
}
