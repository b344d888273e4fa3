// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report;

import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The cells of a matrix' tables, in whichever form they are written.
 *
 * @param matrix the matrix
 */
public record MatrixColumns(MatrixResult matrix) {

    /** Behind a reduction that is not to be told from noise. */
    public static final String NOISE = "~";

    /** A wider interval says nothing at all. */
    private static final int MOST_SHOWN = 999;

    /** In place of what is not known. */
    public static final String NOTHING = "-";

    /**
     * A table, in which a row may be of several lines.
     *
     * @param heads the columns' heads; the first one is the rows'
     * @param rows each with as many cells as heads, and each of those with its lines
     */
    record Block(List<String> heads, List<List<List<String>>> rows) {}

    /** A row a setting, two columns a workload: what there was at one value of the axis, and how much less that is. */
    Block summary() {
        List<String> heads = new ArrayList<>(List.of("setting"));
        for (String workload : matrix.workloads()) {
            heads.add(workload + " QPS");
            heads.add("reduced by");
        }
        List<List<List<String>>> rows = new ArrayList<>();
        for (SettingSummary setting : matrix.settings()) {
            List<List<String>> row = new ArrayList<>(List.of(List.of(setting.name())));
            for (String workload : matrix.workloads()) {
                Optional<MatrixRow> found = row(workload, matrix.summaryAt(), setting.name());
                row.add(List.of(found.map(MatrixColumns::queries).orElse(NOTHING)));
                row.add(List.of(found.map(this::reduced).orElse(NOTHING)));
            }
            rows.add(row);
        }
        return new Block(heads, rows);
    }

    /** A row a value of the axis, a column a setting, with what it is reduced by in the line below. */
    Block full(String workload) {
        List<String> heads = new ArrayList<>(List.of(matrix.axis()));
        matrix.settings().forEach(setting -> heads.add(setting.name()));
        List<List<List<String>>> rows = new ArrayList<>();
        for (String label : matrix.values()) {
            List<List<String>> row = new ArrayList<>(List.of(List.of(label, "  reduced by")));
            for (SettingSummary setting : matrix.settings()) {
                Optional<MatrixRow> found = row(workload, label, setting.name());
                row.add(List.of(
                        found.map(MatrixColumns::queries).orElse(NOTHING),
                        found.map(this::reduced).orElse(NOTHING)));
            }
            rows.add(row);
        }
        return new Block(heads, rows);
    }

    /** The probes that were read, such as of the server's CPU. */
    public List<String> probes() {
        return matrix.table().stream()
                .flatMap(row -> row.values().keySet().stream())
                .filter(name -> name.startsWith("probes."))
                .distinct()
                .toList();
    }

    /** A row a value of the axis, a column a setting, with the mean of a probe. */
    Block probe(String workload, String name) {
        List<String> heads = new ArrayList<>(List.of(matrix.axis()));
        matrix.settings().forEach(setting -> heads.add(setting.name()));
        List<List<List<String>>> rows = new ArrayList<>();
        for (String label : matrix.values()) {
            List<List<String>> row = new ArrayList<>(List.of(List.of(label)));
            for (SettingSummary setting : matrix.settings()) {
                Double mean = row(workload, label, setting.name())
                        .map(found -> found.values().get(name))
                        .orElse(null);
                row.add(List.of(mean == null ? NOTHING : probed(mean)));
            }
            rows.add(row);
        }
        return new Block(heads, rows);
    }

    /**
     * A probe's mean.
     *
     * @param mean in the probe's unit
     */
    public static String probed(double mean) {
        return String.format(Locale.ROOT, "%.1f", mean);
    }

    /**
     * Finds a combination.
     *
     * @return its row; nothing where there is none
     */
    public Optional<MatrixRow> row(String workload, String label, String setting) {
        return matrix.table().stream()
                .filter(row -> row.workload().equals(workload)
                        && row.label().equals(label)
                        && row.setting().equals(setting))
                .findFirst();
    }

    /**
     * A combination's statements a second.
     *
     * @return as the tables show them; {@link #NOTHING} where they are not known
     */
    public static String queries(MatrixRow row) {
        Double queries = row.queriesPerSecond();
        return queries == null ? NOTHING : String.format(Locale.ROOT, queries < 1_000 ? "%.1f" : "%.0f", queries);
    }

    /**
     * By how much they are reduced.
     *
     * @return as the tables show it, with the interval and the mark; empty for the baseline
     */
    public String reduced(MatrixRow row) {
        Reduction reduced = row.reduced();
        if (reduced == null) {
            return row.setting().equals(matrix.baseline()) ? "" : NOTHING;
        }
        Double around = reduced.plusMinus();
        return String.format(Locale.ROOT, "%.2f%%", reduced.percent())
                + (around == null
                        ? ""
                        : around > MOST_SHOWN ? " ± >" + MOST_SHOWN : String.format(Locale.ROOT, " ± %.2f", around))
                + (Boolean.TRUE.equals(reduced.insideNoise()) ? " " + NOISE : "");
    }
}
