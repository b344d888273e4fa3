// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.matrix;

import io.github.cdctester.internal.value.MergedNote;
import io.github.cdctester.internal.value.MergedNote.RunNotes;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.Note;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The notes of the cells of a matrix, each once. A note names its settings or cells, unless all cells have it. */
final class MatrixNotes {

    /** More combinations are counted in the note, but not listed. */
    private static final int MAX_LISTED = 5;

    private final String axis;
    private final Map<Integer, List<Note>> notesByCell = new TreeMap<>();

    /** @param axis name of the setting that {@link CellResult#trial()} labels */
    MatrixNotes(String axis) {
        this.axis = axis;
    }

    /** A cell without notes also counts. */
    void add(int cell, List<Note> notes) {
        notesByCell.put(cell, notes);
    }

    /** @param cells results of the added cells, by number */
    List<Note> merged(Map<Integer, CellResult> cells) {
        List<CellResult> measured =
                notesByCell.keySet().stream().map(cells::get).toList();
        List<RunNotes> runs = new ArrayList<>();
        notesByCell.forEach((number, notes) -> runs.add(new RunNotes(combination(cells.get(number)), notes)));
        return MergedNote.of(runs).stream()
                .map(note -> note.worst().atPlace(note.place(names(note, measured))))
                .toList();
    }

    private String names(MergedNote note, List<CellResult> measured) {
        List<CellResult> withNote = measured.stream()
                .filter(cell -> note.runs().contains(combination(cell)))
                .toList();
        if (withNote.size() == measured.size()) {
            return "";
        }
        Set<String> settings = withNote.stream().map(CellResult::setting).collect(Collectors.toSet());
        boolean isOfSettings = withNote.size()
                == measured.stream()
                        .filter(cell -> settings.contains(cell.setting()))
                        .count();
        List<String> names = isOfSettings ? settings.stream().sorted().toList() : note.runs();
        List<String> listed = new ArrayList<>(names.subList(0, Math.min(MAX_LISTED, names.size())));
        if (listed.size() < names.size()) {
            listed.add("and " + (names.size() - listed.size()) + " more");
        }
        return isOfSettings ? "with setting " + String.join(", ", listed) : "with " + String.join("; ", listed);
    }

    private String combination(CellResult cell) {
        return cell.setting() + ", " + cell.load() + ", " + axis + " "
                + cell.trial().label();
    }
}
