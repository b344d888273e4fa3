// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.cli.terminal.view.Glyphs;
import io.github.cdctester.cli.terminal.view.Percentile;
import io.github.cdctester.cli.terminal.view.SampleRowFixtures;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.sample.SampleRow.Motion;
import io.github.cdctester.result.sample.SampleRow.RunPart;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.jline.terminal.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The output goes to pipes, files and CI builds. */
final class PlainScreenTest {

    private final StringWriter output = new StringWriter();
    private final Screen screen = Screen.open(new PrintWriter(output), Screen.DisplayMode.WITHOUT_TERMINAL, true);

    @Test
    void printsLinesOnly() {
        RunDisplay display = display(2);
        display.step("measuring");
        display.rows(5, 10);
        display.sample(SampleRowFixtures.measuredRow(1));
        display.sample(SampleRowFixtures.measuredRow(2));
        display.note(Note.other("a \u001b[31mnote\nof two lines"));
        display.sample(SampleRowFixtures.row(3, RunPart.DRAIN, null, SampleRowFixtures.cdc(1, 0, Motion.STUCK, 1L)));
        screen.runWithoutStatus(() -> screen.line("aside"));
        screen.clearStatus();
        screen.close();
        assertThat(output.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line).isEqualTo("# measuring"),
                        line -> assertThat(line)
                                .startsWith("[   2s ] thds: 16 | write tps: 15210 qps: 15210 lat p95: "),
                        line -> assertThat(line).isEqualTo("cdc-tester: note: a \ufffd[31mnote of two lines"),
                        line -> assertThat(line)
                                .startsWith("[   3s ] drain cdc DT ")
                                .endsWith(" STUCK"),
                        line -> assertThat(line).isEqualTo("aside"));
        assertThat(screen.liveRun()).isEmpty();
        assertThat(screen.width()).isEmpty();
    }

    @Test
    void printsOnlyNotesIfLinesAreOff() {
        RunDisplay display = display(0);
        display.step("measuring");
        display.sample(SampleRowFixtures.measuredRow(1));
        display.note(Note.other("one"));
        assertThat(output.toString().strip()).isEqualTo("cdc-tester: note: one");
    }

    private RunDisplay display(int everySeconds) {
        LineFormat format = new LineFormat(Percentile.parse("95"), everySeconds, 10);
        return new RunDisplay(screen, format, Window.DEFAULT, RunWatcher.NONE);
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', '', ASCII",
        "C, '', en_GB.UTF-8, ASCII",
        "'', '', en_GB.UTF-8, BLOCKS",
        "'', C.utf8, POSIX, BLOCKS",
        "'', de_DE, en_GB.UTF-8, ASCII"
    })
    void localeDeterminesCharacters(String lcAll, String lcCtype, String lang, Glyphs glyphs) {
        assertThat(SystemTerminal.glyphs(Map.of("LC_ALL", lcAll, "LC_CTYPE", lcCtype, "LANG", lang)))
                .isEqualTo(glyphs);
    }

    @Test
    void detectsCiBuilds() {
        assertThat(SystemTerminal.isCiBuild(Map.of("CI", "true"))).isTrue();
        assertThat(SystemTerminal.isCiBuild(Map.of("CI", "false"))).isFalse();
        assertThat(SystemTerminal.isCiBuild(Map.of())).isFalse();
    }

    @Test
    void sttyReportsRowsFirst() {
        assertThat(Stty.parse("24 80")).contains(Size.of(80, 24));
        assertThat(Stty.parse("0 0")).isEmpty();
        assertThat(Stty.parse("stty: no terminal")).isEmpty();
    }
}
