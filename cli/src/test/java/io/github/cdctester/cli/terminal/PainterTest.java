// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.jline.terminal.Size;
import org.junit.jupiter.api.Test;

final class PainterTest {

    private static final Size SIZE = Size.of(20, 8);

    private final EmulatedTerminal terminal = new EmulatedTerminal(20, 8);
    private final Painter painter = new Painter(SIZE);

    private void paint(String... lines) {
        terminal.write(painter.paint(List.of(lines), SIZE));
    }

    @Test
    void redrawsInPlace() {
        terminal.write("$ cdc-tester\n");
        paint("one", "two", "three");
        paint("one", "2", "three", "four");
        assertThat(terminal.visibleLines()).containsExactly("$ cdc-tester", "one", "2", "three", "four");
        paint("five");
        assertThat(terminal.visibleLines()).containsExactly("$ cdc-tester", "five");
        assertThat(terminal.cursor())
                .as("at the start of the line below the picture")
                .containsExactly(0, 2);
    }

    @Test
    void linesStayAbovePicture() {
        paint("one", "two");
        for (int i = 1; i <= 9; i++) {
            terminal.write(painter.printAbove("line " + i, SIZE));
            assertThat(terminal.visibleLines()).endsWith("line " + i, "one", "two");
        }
        assertThat(terminal.allLines())
                .containsExactly(
                        "line 1", "line 2", "line 3", "line 4", "line 5", "line 6", "line 7", "line 8", "line 9", "one",
                        "two");
    }

    @Test
    void wrappedLineDoesNotBreakPicture() {
        paint("one", "two");
        terminal.write(painter.printAbove("a line that is longer than the terminal is wide", SIZE));
        paint("one", "three");
        assertThat(terminal.visibleLines())
                .containsExactly("a line that is longe", "r than the terminal", "is wide", "one", "three");
    }

    @Test
    void writesOnlyDifferences() {
        paint("one", "two", "three");
        assertThat(painter.paint(List.of("one", "two", "three"), SIZE)).isEmpty();
        assertThat(painter.paint(List.of("one", "two", "drei"), SIZE)).doesNotContain("one", "two");
        assertThat(terminal.rawOutput())
                .as("the cursor stays visible, the screen is not cleared")
                .doesNotContain("?25", "\u001b[2J");
    }

    @Test
    void overwritesTypedCharacters() {
        paint("one");
        terminal.write("^Cxyz");
        paint("two");
        assertThat(terminal.visibleLines()).containsExactly("two");
    }

    @Test
    void removesPictureAtTheEnd() {
        terminal.write("before\n");
        paint("one", "two");
        terminal.write(painter.erase(SIZE));
        terminal.write("after\n");
        assertThat(terminal.visibleLines()).containsExactly("before", "after");
        assertThat(painter.erase(SIZE)).isEmpty();
    }

    @Test
    void followsGrowingTerminal() {
        paint("one", "two");
        terminal.resize(30, 12);
        terminal.write(painter.paint(List.of("one, wide", "two"), Size.of(30, 12)));
        assertThat(terminal.visibleLines()).containsExactly("one, wide", "two");
    }

    @Test
    void followsTerminalThatWrapsOldLines() {
        paint("a line of 19 column", "two");
        EmulatedTerminal narrowTerminal = wrappedTerminal();
        narrowTerminal.write(painter.paint(List.of("one", "two"), Size.of(10, 8)));
        assertThat(narrowTerminal.visibleLines()).containsExactly("above", "one", "two");
    }

    @Test
    void printsLineAboveWrappedPicture() {
        paint("a line of 19 column", "two");
        Size narrow = Size.of(10, 8);
        EmulatedTerminal narrowTerminal = wrappedTerminal();
        narrowTerminal.write(painter.printAbove("a line", narrow));
        assertThat(narrowTerminal.visibleLines()).containsExactly("above", "a line");
        narrowTerminal.write(painter.paint(List.of("one", "two"), narrow));
        assertThat(narrowTerminal.visibleLines()).containsExactly("above", "a line", "one", "two");
    }

    @Test
    void removesWrappedPicture() {
        paint("a line of 19 column", "two");
        EmulatedTerminal narrowTerminal = wrappedTerminal();
        narrowTerminal.write(painter.erase(Size.of(10, 8)));
        narrowTerminal.write("after\n");
        assertThat(narrowTerminal.visibleLines()).containsExactly("above", "after");
    }

    /** The terminal became narrower, and wrapped its lines. */
    private static EmulatedTerminal wrappedTerminal() {
        EmulatedTerminal narrowTerminal = new EmulatedTerminal(10, 8);
        narrowTerminal.write("above\na line of \r\n19 column\r\ntwo\r\n");
        return narrowTerminal;
    }

    /** When some terminals rewrap a line, they treat cleared cells after the text as a part of the line. */
    @Test
    void clearsLineOnlyIfItGetsShorter() {
        assertThat(painter.paint(List.of("twelve", "two"), SIZE)).contains("\u001b[2Ktwelve\r\n", "\u001b[2Ktwo\r\n");
        assertThat(painter.paint(List.of("eleven", "2"), SIZE)).contains("Aeleven\r\n\u001b[2K2\r\n");
        assertThat(painter.printAbove("line", SIZE)).contains("\u001b[2Kline\r\n\u001b[2Keleven\r\n\u001b[2K2\r\n");
    }

    /** The first lines have left the screen, so unchanged lines are also written. */
    @Test
    void followsTerminalWithFewerRows() {
        paint("one", "two", "three", "four", "five");
        EmulatedTerminal lowTerminal = new EmulatedTerminal(20, 4);
        lowTerminal.write("one\ntwo\nthree\nfour\nfive\n");
        assertThat(lowTerminal.visibleLines()).containsExactly("three", "four", "five");
        lowTerminal.write(painter.paint(List.of("one", "two", "three"), Size.of(20, 4)));
        assertThat(lowTerminal.visibleLines()).containsExactly("one", "two", "three");
    }

    @Test
    void neverMovesAboveTopOfTerminal() {
        List<String> manyLines = Collections.nCopies(7, "line");
        terminal.write(painter.paint(manyLines, SIZE));
        terminal.write(painter.paint(List.of("one"), Size.of(20, 3)));
        assertThat(terminal.rawOutput()).contains("\u001b[2A");
        painter.forget();
        assertThat(painter.paint(manyLines, SIZE)).doesNotContain("A");
    }
}
