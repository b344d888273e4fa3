// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.failure.Setting;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.Verdict.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests notes, and the texts of all notes, which no other test checks. */
class NoteTest {

    /** File in which each note has two lines: its code with its arguments, and its sentence. */
    private static final String SENTENCES = "notes.txt";

    @Test
    void separatesListItemsThatHaveCommasBySemicolons() {
        assertThat(Note.of(Code.STEPS_ON_ONE_SIDE_ONLY, "side", "A", "axis", "a, b", "steps", List.of("1, 2", "1, 4"))
                        .text())
                .isEqualTo("only A has a, b 1, 2; 1, 4");
    }

    /** Tools that rewrite JSON may write 100.0 as 100, which is the same number. */
    @Test
    void formatsWholeNumbersAlikeWithAndWithoutDecimals() throws IOException {
        assertThat(Note.of(Code.TESTER_CPU_BUSY, "cpuPercent", 100, "processors", 4)
                        .text())
                .isEqualTo(Note.of(Code.TESTER_CPU_BUSY, "cpuPercent", 100.0, "processors", 4)
                        .text());
        assertThat(Note.of(Code.NODE_LOST, "node", "a", "fillingSeconds", 30.0).text())
                .isEqualTo(Note.of(Code.NODE_LOST, "node", "a", "fillingSeconds", 30)
                        .text());
        List<String> lines = lines();
        for (int i = 0; i < lines.size(); i += 2) {
            String line = lines.get(i);
            assertThat(note(line.replaceAll("=(-?\\d+)(?= |$)", "=$1.0")).text())
                    .as(line)
                    .isEqualTo(lines.get(i + 1));
            assertThat(note(line.replaceAll("=(-?\\d+)\\.\\d+(?= |$)", "=$1")).text())
                    .as(line)
                    .isEqualTo(note(line.replaceAll("=(-?\\d+)\\.\\d+(?= |$)", "=$1.0"))
                            .text());
        }
    }

    private static Note note(String line) {
        String[] words = line.split(" ");
        List<Object> arguments = new ArrayList<>();
        Arrays.stream(words).skip(1).forEach(word -> {
            String[] pair = word.split("=", 2);
            arguments.add(pair[0]);
            arguments.add(value(pair[1].replace('~', ' ')));
        });
        return Note.of(Code.valueOf(words[0]), arguments.toArray());
    }

    private static Object value(String text) {
        if (text.startsWith("[")) {
            return List.of(text.substring(1, text.length() - 1).split(","));
        }
        return text.matches("-?\\d+")
                ? Long.valueOf(text)
                : text.matches("-?\\d+\\.\\d+") ? Double.valueOf(text) : text;
    }

    private static List<String> lines() throws IOException {
        try (InputStream in = NoteTest.class.getResourceAsStream(SENTENCES)) {
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        }
    }

    private static Map<Code, List<String>> sentences() throws IOException {
        Map<Code, List<String>> sentences = new EnumMap<>(Code.class);
        List<String> lines = lines();
        for (int i = 0; i < lines.size(); i += 2) {
            Note note = note(lines.get(i));
            assertThat(note.text()).as(lines.get(i)).isEqualTo(lines.get(i + 1));
            sentences.computeIfAbsent(note.code(), code -> new ArrayList<>()).add(note.text());
        }
        return sentences;
    }

    @Test
    void eachCodeHasSentenceAndRemedyAndSeverity() throws IOException {
        assertThat(sentences()).containsOnlyKeys(Code.values());
        assertThat(Code.values()).isSortedAccordingTo((first, second) -> Integer.compare(first.rank(), second.rank()));
        for (Code code : Code.values()) {
            assertThat(Note.of(code).remedy()).as(code.name()).endsWith(".");
            assertThat(Note.of(code).severity()).as(code.name()).isNotNull();
        }
    }

    @Test
    void hasASentenceForEachReasonOfAVerdict() {
        for (Reason reason : Reason.values()) {
            assertThat(reason.text()).as(reason.name()).isNotBlank();
        }
        assertThat(Reason.TORN.text("count", 1)).isEqualTo("1 transaction came incomplete");
        assertThat(Reason.ROW_DIFFERS.text("row", "t 1", "stamp", "cdc_seq 7"))
                .isEqualTo("t 1: deleted, the server has cdc_seq 7");
        assertThat(Reason.ROW_DIFFERS.text("row", "t 1", "shown", "cdc_seq 5", "stamp", "cdc_seq 7"))
                .isEqualTo("t 1: cdc_seq 5, the server has cdc_seq 7");
        assertThat(Reason.join("", "a", "", "b")).isEqualTo("a; b");
    }

    @Test
    void notesThatDifferOnlyInNumbersAreAlike() {
        Note shorter = Note.of(Code.MEASURED_PART_SHORT, "seconds", 2.0);
        assertThat(shorter.isLike(Note.of(Code.MEASURED_PART_SHORT, "seconds", 3.5)))
                .isTrue();
        assertThat(shorter.isLike(Note.of(Code.BINLOG_CHECKSUM_OFF))).isFalse();
        assertThat(Note.of(Code.LOAD_LATE, "load", "a", "lateMillis", 60.0)
                        .isLike(Note.of(Code.LOAD_LATE, "load", "b", "lateMillis", 60.0)))
                .isFalse();
    }

    @Test
    void sortsWorstFirstWithoutDuplicates() {
        Note checksum = Note.of(Code.BINLOG_CHECKSUM_OFF);
        Note missedNote = Note.of(Code.SAMPLES_MISSED, "count", 3);
        assertThat(Note.worstFirst(List.of(checksum, missedNote, checksum))).containsExactly(missedNote, checksum);
    }

    @Test
    void convertsArgumentsToJsonTypes() {
        Note note = Note.of(Code.OTHER, "int", 1, "float", 0.5f, "list", List.of(1, 2), "none", null, "empty", "");
        assertThat(note.arguments()).isEqualTo(Map.of("int", 1L, "float", 0.5, "list", List.of("1", "2")));
        assertThat(note.arguments().keySet()).containsExactly("int", "float", "list");
    }

    @Test
    void usesSettingNamesOfLibrary() {
        assertThat(Note.of(Code.DELAY_BY_EVENT_HEADER, "setting", Setting.DELAY_SOURCE)
                        .text())
                .contains("(delaySource heartbeat)");
    }
}
