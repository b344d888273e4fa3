// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.options.value.Converters;
import io.github.cdctester.cli.terminal.LineFormat;
import io.github.cdctester.cli.terminal.Screen;
import io.github.cdctester.cli.terminal.view.Percentile;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

final class OutputOptionsTest {

    @Command
    private static final class AnyCommand {
        @Mixin
        private OutputOptions output;
    }

    private static OutputOptions options(String... arguments) {
        AnyCommand command = new AnyCommand();
        CommandLine commandLine = new CommandLine(command);
        Converters.register(commandLine);
        commandLine.parseArgs(arguments);
        return command.output;
    }

    @Test
    void terminalShowsPictureByDefault() {
        assertThat(options().displayMode()).isEqualTo(Screen.DisplayMode.LIVE);
        assertThat(options("--progress=auto").displayMode()).isEqualTo(Screen.DisplayMode.LIVE);
        assertThat(options("--progress=plain").displayMode()).isEqualTo(Screen.DisplayMode.PLAIN);
        assertThat(options("--quiet").displayMode()).isEqualTo(Screen.DisplayMode.PLAIN);
        assertThat(options("--json").displayMode()).isEqualTo(Screen.DisplayMode.WITHOUT_TERMINAL);
    }

    @Test
    void printsLinesLessOftenAbovePicture() {
        assertThat(options().lineFormat()).isEqualTo(new LineFormat(Percentile.parse("95"), 1, 10));
        assertThat(options("--report-interval=1").lineFormat()).isEqualTo(new LineFormat(Percentile.parse("95"), 1, 1));
        assertThat(options("--report-interval=0", "--percentile=0").lineFormat())
                .isEqualTo(new LineFormat(Percentile.parse("0"), 0, 0));
        assertThat(options("--progress=none").lineFormat().hasLines()).isFalse();
        assertThat(options("--progress=plain").lineFormat().hasLines()).isTrue();
        assertThat(options("--quiet").lineFormat().hasLines()).isFalse();
        assertThat(options("--percentile=50,99.9").lineFormat().percentiles())
                .containsExactly(new Percentile(50), new Percentile(99.9));
    }

    @Test
    void coloursCanBeTurnedOff() {
        ScreenOptions screen = new ScreenOptions();
        assertThat(screen.usesColor(Map.of())).isTrue();
        assertThat(screen.usesColor(Map.of("NO_COLOR", "")))
                .as("an empty value has no effect (no-color.org)")
                .isTrue();
        assertThat(screen.usesColor(Map.of("NO_COLOR", "1"))).isFalse();
        assertThat(options("--no-color").usesColor()).isFalse();
    }
}
