// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.cdctester.cli.terminal.view.Glyphs;
import io.github.cdctester.cli.terminal.view.LiveRun;
import io.github.cdctester.cli.terminal.view.Percentile;
import io.github.cdctester.cli.terminal.view.SampleRowFixtures;
import io.github.cdctester.config.Window;
import java.io.PrintStream;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jline.terminal.Size;
import org.junit.jupiter.api.Test;

final class LiveScreenTest {

    private final AtomicLong nanos = new AtomicLong();
    private final LiveRun run = new LiveRun(nanos::get);
    private final EmulatedTerminal terminal = new EmulatedTerminal(80, 24);
    private Optional<Size> size = Optional.empty();
    private final LiveScreen screen =
            new LiveScreen(terminal.printer(), Size.of(80, 24), () -> size, Glyphs.BLOCKS, true, run);

    private void addSeconds(int seconds) {
        run.setTitle("run oltp_insert at db:3306");
        run.begin(Window.DEFAULT, Percentile.parse("95"));
        run.setStep("measuring");
        for (int second = 1; second <= seconds; second++) {
            nanos.addAndGet(1_000_000_000);
            run.addSample(SampleRowFixtures.measuredRow(second));
            screen.repaint();
        }
    }

    @Test
    void leavesOnlyLinesAtTheEnd() {
        terminal.write("$ cdc-tester run\n");
        screen.repaint();
        screen.line("# measuring");
        addSeconds(3);
        screen.line("cdc-tester: note: something");
        addSeconds(1);
        assertThat(terminal.visibleLines())
                .startsWith(
                        "$ cdc-tester run",
                        "# measuring",
                        "cdc-tester: note: something",
                        "run oltp_insert at db:3306" + " ".repeat(44) + "measuring")
                .hasSize(23);
        screen.end();
        screen.repaint();
        screen.line("the result");
        assertThat(terminal.allLines())
                .containsExactly("$ cdc-tester run", "# measuring", "cdc-tester: note: something", "the result");
        assertThat(terminal.cursor()).containsExactly(0, 4);
        assertThat(terminal.rawOutput().lastIndexOf("\u001b[0m"))
                .as("colours are reset")
                .isGreaterThan(Math.max(
                        terminal.rawOutput().lastIndexOf("\u001b[2m"),
                        terminal.rawOutput().lastIndexOf("\u001b[1m")));
    }

    @Test
    void followsTerminalSize() {
        addSeconds(2);
        size = Optional.of(Size.of(120, 40));
        terminal.resize(120, 40);
        screen.onResize();
        screen.repaint();
        assertThat(screen.columns()).isEqualTo(120);
        assertThat(terminal.visibleLines())
                .hasSizeGreaterThan(25)
                .first()
                .asString()
                .hasSize(119);
        size = Optional.empty();
        screen.onResize();
        screen.repaint();
        assertThat(screen.columns())
                .as("the previous size is kept if the terminal reports none")
                .isEqualTo(120);
    }

    /** A line is printed between the change of the size and the next picture. */
    @Test
    void clearsPictureOnShrunkTerminal() {
        addSeconds(2);
        EmulatedTerminal smallTerminal = new EmulatedTerminal(60, 20);
        // like a terminal that rewraps its lines: each longer line takes two rows
        terminal.visibleLines().forEach(line -> smallTerminal.write(line.replaceAll("(.{60})(?=.)", "$1\r\n") + "\n"));
        int scrolledLineCount =
                smallTerminal.allLines().size() - smallTerminal.visibleLines().size();
        terminal.redirect(smallTerminal);
        size = Optional.of(Size.of(60, 20));
        screen.onResize();
        screen.line("# cleaning up");
        assertThat(smallTerminal.visibleLines()).containsExactly("# cleaning up");
        screen.repaint();
        assertThat(smallTerminal.visibleLines()).hasSizeGreaterThan(10).startsWith("# cleaning up");
        screen.end();
        assertThat(smallTerminal.visibleLines()).containsExactly("# cleaning up");
        assertThat(smallTerminal.allLines())
                .as("no additional lines were scrolled out")
                .hasSize(scrolledLineCount + 1);
    }

    @Test
    void otherOutputReplacesPicture() {
        addSeconds(1);
        screen.printWithoutPicture(() -> terminal.write("step 1 failed\n"));
        assertThat(terminal.visibleLines()).containsExactly("step 1 failed");
        addSeconds(1);
        assertThat(terminal.visibleLines())
                .startsWith("step 1 failed", "run oltp_insert at db:3306" + " ".repeat(44) + "measuring");
    }

    @Test
    void printedLinesAreAbovePicture() {
        addSeconds(1);
        int pictureHeight = terminal.visibleLines().size();
        try (PrintStream log = CapturedLines.to(screen::line)) {
            log.printf("WARN %s%n", "a log's line");
            log.print("half a ");
            assertThat(terminal.visibleLines())
                    .hasSize(pictureHeight + 1)
                    .first()
                    .isEqualTo("WARN a log's line");
            log.println("line");
            log.print("without an end");
        }
        assertThat(terminal.visibleLines())
                .startsWith(
                        "WARN a log's line",
                        "half a line",
                        "without an end",
                        "run oltp_insert at db:3306" + " ".repeat(44) + "measuring");
    }

    @Test
    void keepsOldPictureAfterCtrlZ() {
        addSeconds(1);
        int pictureHeight = terminal.visibleLines().size();
        terminal.write("[1]+ Stopped\n$ fg\n");
        screen.abandonPicture();
        screen.repaint();
        assertThat(terminal.allLines()).hasSize(2 * pictureHeight + 2);
        assertThat(terminal.allLines().subList(0, pictureHeight))
                .isEqualTo(terminal.allLines().subList(pictureHeight + 2, 2 * pictureHeight + 2));
    }

    /** The last line of the captured output is incomplete, so it is printed when the screen is closed. */
    @Test
    void endsThreadAfterFailedPicture() throws InterruptedException {
        LiveScreen failingScreen = failingScreen(new IllegalArgumentException("of the clock"));
        failingScreen.onResize();
        failingScreen.open(false);
        failingScreen.repaint();
        System.out.print("without an end");
        assertThatIllegalStateException()
                .isThrownBy(failingScreen::close)
                .withMessageContaining("the terminal's picture could not be drawn");
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("cdc-tester-screen")) {
                thread.join(10_000); // a terminated executor's last thread can be alive for a moment
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }

    private LiveScreen failingScreen(RuntimeException failure) {
        return new LiveScreen(
                terminal.printer(),
                Size.of(80, 24),
                () -> {
                    throw failure;
                },
                Glyphs.ASCII,
                false,
                run);
    }

    @Test
    void reportsFailedPicture() {
        IllegalArgumentException failure = new IllegalArgumentException("of the clock");
        LiveScreen failingScreen = failingScreen(failure);
        failingScreen.onResize();
        failingScreen.repaint();
        failingScreen.repaint();
        assertThatIllegalStateException().isThrownBy(failingScreen::liveRun).withCause(failure);
        assertThatIllegalStateException()
                .isThrownBy(() -> failingScreen.line("x"))
                .withCause(failure);
    }
}
