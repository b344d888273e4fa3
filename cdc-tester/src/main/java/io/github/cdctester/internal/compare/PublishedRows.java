// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.compare.Publication.How;
import io.github.cdctester.result.Comparison;
import io.github.cdctester.result.Comparison.Better;
import io.github.cdctester.result.Comparison.Mark;
import io.github.cdctester.result.Comparison.NoiseFrom;
import io.github.cdctester.result.Comparison.SettingChange;
import io.github.cdctester.result.Comparison.Side;
import io.github.cdctester.result.Comparison.ValueChange;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A publication's rows beside those of a result. Nothing is judged: nearly everything else differs, which is said beside them. */
public final class PublishedRows {

    /** What a result records of each condition: settings' names as they are, or the last part of some. */
    private static final Map<String, List<String>> RECORDED = Map.of(
            "server", List.of("server.flavor", "server.version"),
            "hardware", List.of("tool.os"),
            "data", List.of("tables", "tableSize", "warehouses", "rowSize"),
            "duration", List.of("warmupTime", "warmUp", "time", "seconds"),
            "options", List.of("threads", "rate", "randType", "dbPsMode", "rangeSelects"));

    private final String name;
    private final Publication publication;
    private final ComparedSide ours;

    private PublishedRows(String name, ComparedSide ours) {
        this.name = name;
        this.ours = ours;
        publication = Publication.named(name);
    }

    /**
     * Puts them beside each other.
     *
     * @param name the publication's
     * @throws InvalidPlanException if there is no publication of that name, or nothing in the result stands beside its rows
     */
    public static Comparison beside(String name, ComparedSide ours) {
        return new PublishedRows(name, ours).compared();
    }

    private Comparison compared() {
        List<String> steps = steps();
        List<ValueChange> values = new ArrayList<>();
        for (int i = 0; i < publication.rows().size(); i++) {
            List<ComparedRun> runs = ours.steps().getOrDefault(steps.get(i), List.of());
            for (int j = 0; j < publication.columns().size(); j++) {
                double number = publication.rows().get(i).get(j);
                values.add(row(label(i, steps.get(i)), publication.columns().get(j), number, runs));
            }
        }
        Map<String, List<ComparedRun>> matched = new LinkedHashMap<>(ours.steps());
        matched.keySet().retainAll(steps);
        Map<String, Map<String, String>> parts = new LinkedHashMap<>(ours.parts());
        parts.keySet().retainAll(steps);
        List<Note> notes = new ArrayList<>();
        notes.add(Note.of(Code.PUBLISHED_BESIDE, "name", name, "source", publication.source()));
        notes.addAll(ComparisonNotes.of(side(matched), ours, values, ComparisonSpec.CONFIDENCE));
        return new Comparison(
                RunResult.SCHEMA_VERSION,
                Comparison.KIND,
                new Side(name + ", as published", 0),
                new Side(ours.name(), ours.runs()),
                ours.workload(),
                publication.how() == How.ORDER ? "row" : ours.axis(),
                parts,
                ComparisonSpec.CONFIDENCE,
                conditions(),
                List.of(),
                values,
                List.of(),
                notes);
    }

    /** Our step for each row; one that we do not have where there is none. */
    private List<String> steps() {
        if (publication.how() == How.ORDER) {
            if (!ours.kind().startsWith("a sweep")) {
                throw new InvalidPlanException(
                        ours.name(), ours.kind(), "a sweep, whose steps stand beside the rows of " + name);
            }
            List<String> own = List.copyOf(ours.steps().keySet());
            return Stream.iterate(0, i -> i + 1)
                    .limit(publication.rows().size())
                    .map(i -> i < own.size() ? own.get(i) : "")
                    .toList();
        }
        List<String> steps = publication.steps();
        if (ours.axis() == null || steps.stream().noneMatch(ours.steps()::containsKey)) {
            throw new InvalidPlanException(
                    ours.name(),
                    ours.kind()
                            + (ours.axis() == null
                                    ? ""
                                    : " of " + String.join("; ", ours.steps().keySet())),
                    "one with a step of " + name + ": " + String.join("; ", steps));
        }
        return steps;
    }

    private String label(int row, String step) {
        return publication.how() == How.STEP
                ? step
                : row + 1 + (step.isEmpty() ? "" : " (" + ours.axis() + " " + step + ")");
    }

    private static ValueChange row(String step, String column, double published, List<ComparedRun> runs) {
        Double number = Double.isNaN(published) ? null : (Double) published;
        ComparedRun theirs = new ComparedRun(any -> number, any -> true, null, 1, "", null, false);
        ValueChange both = new ValuePair(step, ComparedValue.of(column), List.of(theirs), runs)
                .rowOfOne(ComparisonSpec.CONFIDENCE);
        return new ValueChange(
                step,
                both.value(),
                Better.NEITHER,
                number,
                both.after(),
                0,
                both.runsAfter(),
                both.changePercent(),
                null,
                NoiseFrom.UNKNOWN,
                Mark.NOT_JUDGED);
    }

    private ComparedSide side(Map<String, List<ComparedRun>> steps) {
        return new ComparedSide(
                name, ours.kind(), "", ours.axis(), steps, Map.of(), publication.columns(), List.of(), 0, 0);
    }

    /** The conditions, which are not the same unless by chance, and our verdict. */
    private List<SettingChange> conditions() {
        List<SettingChange> all = new ArrayList<>();
        publication.differs().forEach((what, theirs) -> all.add(new SettingChange(what, theirs, recorded(what))));
        all.add(new SettingChange(
                "verdict",
                "",
                distinct(ours.all().stream()
                        .map(ComparedRun::verdict)
                        .filter(Objects::nonNull)
                        .map(Enum::name))));
        return all;
    }

    /** Empty of a condition whose text says itself what ours is. */
    private String recorded(String what) {
        if (what.equals("workload")) {
            return ours.workload();
        }
        List<String> names = RECORDED.getOrDefault(what, List.of());
        String found = names.stream()
                .map(this::recordedAs)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(what.equals("server") ? " " : "; "));
        return what.equals("hardware")
                ? "the server's is not recorded" + (found.isEmpty() ? "" : "; the tester's: " + found)
                : names.isEmpty() || !found.isEmpty() ? found : "not recorded";
    }

    private String recordedAs(String name) {
        boolean whole = name.contains(".");
        String values = distinct(ours.settings().stream()
                .flatMap(settings -> settings.entrySet().stream())
                .filter(setting -> setting.getKey().equals(name)
                        || !whole && setting.getKey().endsWith("." + name))
                .map(Map.Entry::getValue));
        return whole || values.isEmpty() ? values : name + " " + values;
    }

    private static String distinct(Stream<String> texts) {
        return texts.distinct().collect(Collectors.joining(", "));
    }
}
