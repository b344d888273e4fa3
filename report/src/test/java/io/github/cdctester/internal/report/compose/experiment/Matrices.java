// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.report.compose.experiment;

import io.github.cdctester.internal.statistics.ConfidenceInterval;
import io.github.cdctester.internal.statistics.Difference;
import io.github.cdctester.internal.statistics.HolmProcedure;
import io.github.cdctester.internal.statistics.HolmProcedure.Finding;
import io.github.cdctester.internal.statistics.NoiseModel;
import io.github.cdctester.internal.statistics.Repeats;
import io.github.cdctester.result.MatrixResult;
import io.github.cdctester.result.MatrixResult.CellResult;
import io.github.cdctester.result.MatrixResult.MatrixRow;
import io.github.cdctester.result.MatrixResult.Reduction;
import io.github.cdctester.result.MatrixResult.SettingSummary;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Trial;
import io.github.cdctester.result.Trial.Spread;
import io.github.cdctester.result.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Creates matrices with 3 % noise. The settings cost about as much as in the published experiment. */
public final class Matrices {

    public static final List<String> WORKLOADS = List.of("oltp_read_only", "oltp_read_write", "oltp_write_only");

    /** Share of the baseline's rate that remains with each setting. */
    private static final Map<String, Double> REMAINING_SHARES = new LinkedHashMap<>();

    static {
        REMAINING_SHARES.put("pfsoff", 1.0);
        REMAINING_SHARES.put("pfson_conoff_insoff", 0.8714);
        REMAINING_SHARES.put("pfson_conon_insoff", 0.999);
        REMAINING_SHARES.put("pfson_conon_ins_sqlon", 0.93);
        REMAINING_SHARES.put("pfson_conoff_inson", 0.85);
        REMAINING_SHARES.put("pfson_conon_inson", 0.8303);
    }

    private static final double[] MAX_QUERIES_PER_SECOND = {47_176, 30_000, 39_550};

    private record CellKey(String workload, String label, String setting) {}

    private Matrices() {}

    /** Returns a matrix with the size of the published matrix: eleven numbers of connections and five repeats. */
    public static MatrixResult published() {
        return of(11, 5, WORKLOADS, new Random(7), cell -> cell);
    }

    /** Replaces the outcome of a cell. */
    public interface CellOutcome {
        CellResult of(CellResult cell);
    }

    /** Returns a matrix with this number of axis values. {@code outcome} may replace the result of each cell. */
    public static MatrixResult of(
            int valueCount, int repeats, List<String> workloads, Random random, Matrices.CellOutcome outcome) {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < valueCount; i++) {
            labels.add(String.valueOf(1 << i));
        }
        List<CellResult> cells = new ArrayList<>();
        for (int repeat = 1; repeat <= repeats; repeat++) {
            List<CellKey> keys = new ArrayList<>();
            for (String workload : workloads) {
                for (String label : labels) {
                    REMAINING_SHARES.keySet().forEach(setting -> keys.add(new CellKey(workload, label, setting)));
                }
            }
            Collections.shuffle(keys, random);
            for (CellKey key : keys) {
                cells.add(outcome.of(cell(cells.size() + 1, key, repeat, workloads, random)));
            }
        }
        return new MatrixResult(
                1,
                MatrixResult.KIND,
                Instant.parse("2026-11-23T08:00:00Z"),
                null,
                "db:3306",
                "pfsoff",
                REMAINING_SHARES.keySet().stream()
                        .map(name -> new SettingSummary(
                                name,
                                name.equals("pfsoff")
                                        ? List.of()
                                        : List.of("UPDATE performance_schema.setup_consumers …")))
                        .toList(),
                "threads",
                labels,
                workloads,
                List.of(),
                repeats,
                42,
                60,
                "until cpu >= 99, 300 s at most",
                labels.get(Math.min(5, labels.size() - 1)),
                false,
                null,
                List.of(Note.other("a note")),
                List.of(),
                cells,
                rows(cells, labels, workloads));
    }

    private static CellResult cell(int number, CellKey key, int repeat, List<String> workloads, Random random) {
        double threads = Double.parseDouble(key.label());
        double maxQueries = MAX_QUERIES_PER_SECOND[workloads.indexOf(key.workload())];
        double queries = maxQueries
                * threads
                / (threads + 6)
                * REMAINING_SHARES.get(key.setting())
                * Math.exp(0.03 * random.nextGaussian());
        return new CellResult(
                new Trial(
                                number,
                                repeat,
                                threads,
                                key.label(),
                                Trial.Status.DONE,
                                null,
                                String.format("cell-%03d", number),
                                true,
                                null,
                                List.of(),
                                List.of(),
                                Map.of(),
                                null)
                        .with(
                                List.of(),
                                List.of(),
                                Map.of(
                                        "write.queriesPerSecond",
                                        queries,
                                        "probes.cpu",
                                        100 * threads / (threads + 0.5))),
                key.setting(),
                key.workload(),
                null,
                1,
                Instant.EPOCH,
                61,
                1,
                true,
                "LOSSLESS",
                Verdict.Status.LOSSLESS,
                true,
                Map.of(),
                List.of(),
                Map.of());
    }

    private static List<MatrixRow> rows(List<CellResult> cells, List<String> labels, List<String> workloads) {
        Map<CellKey, List<Double>> queriesByCell = new LinkedHashMap<>();
        Map<CellKey, List<Double>> cpuByCell = new LinkedHashMap<>();
        cells.stream()
                .filter(cell -> cell.trial().status() == Trial.Status.DONE)
                .filter(cell -> cell.trial().values().get("write.queriesPerSecond") > 0)
                .forEach(cell -> {
                    CellKey key = new CellKey(cell.workload(), cell.trial().label(), cell.setting());
                    queriesByCell
                            .computeIfAbsent(key, any -> new ArrayList<>())
                            .add(cell.trial().values().get("write.queriesPerSecond"));
                    cpuByCell
                            .computeIfAbsent(key, any -> new ArrayList<>())
                            .add(cell.trial().values().get("probes.cpu"));
                });
        Map<CellKey, Reduction> reductions = reductions(queriesByCell);
        List<MatrixRow> rows = new ArrayList<>();
        for (String workload : workloads) {
            for (String label : labels) {
                for (String setting : REMAINING_SHARES.keySet()) {
                    CellKey key = new CellKey(workload, label, setting);
                    List<Double> values = queriesByCell.getOrDefault(key, List.of());
                    rows.add(new MatrixRow(
                            workload,
                            Double.parseDouble(label),
                            label,
                            setting,
                            null,
                            values.size(),
                            values.isEmpty()
                                    ? null
                                    : (Double) Repeats.of(values).geometricMean(),
                            values.isEmpty() ? null : Spread.of(values),
                            reductions.get(key),
                            values.isEmpty()
                                    ? Map.of()
                                    : Map.of("probes.cpu", cpuByCell.get(key).get(0)),
                            List.of()));
                }
            }
        }
        return rows;
    }

    private static Map<CellKey, Reduction> reductions(Map<CellKey, List<Double>> queriesByCell) {
        Map<CellKey, Reduction> reductions = new LinkedHashMap<>();
        NoiseModel noise = NoiseModel.pooledOver(
                queriesByCell.values().stream().map(Repeats::of).toList());
        List<CellKey> comparedKeys = new ArrayList<>();
        List<Difference> differences = new ArrayList<>();
        queriesByCell.forEach((key, values) -> {
            List<Double> baseline = queriesByCell.get(new CellKey(key.workload(), key.label(), "pfsoff"));
            if (key.setting().equals("pfsoff") || baseline == null) {
                return;
            }
            if (baseline.size() > 1 && values.size() > 1) {
                comparedKeys.add(key);
                differences.add(Difference.between(Repeats.of(baseline), Repeats.of(values), noise));
            } else {
                double ratio =
                        Repeats.of(values).logMean() - Repeats.of(baseline).logMean();
                reductions.put(key, new Reduction(-100 * Math.expm1(ratio), null, null, null, null));
            }
        });
        List<Finding> findings = HolmProcedure.judge(differences, 0.95);
        for (int i = 0; i < comparedKeys.size(); i++) {
            reductions.put(comparedKeys.get(i), reduction(findings.get(i)));
        }
        return reductions;
    }

    private static Reduction reduction(Finding finding) {
        ConfidenceInterval change = finding.percent();
        return new Reduction(
                -change.estimate(),
                -change.high(),
                -change.low(),
                finding.difference().pValue(),
                !finding.exceedsNoise());
    }
}
