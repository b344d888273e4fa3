// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.compare;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.compare.ComparedRun.Completion;
import io.github.cdctester.internal.yaml.NearNames;
import io.github.cdctester.internal.yaml.YamlBinder;
import io.github.cdctester.internal.yaml.YamlFile;
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
import io.github.cdctester.result.Verdict.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Compares the rows of a published experiment with a result. There is no verdict, because the test conditions differ. The
 * different conditions are listed as settings.
 */
public final class PublishedRows {

    private static final String FILE = "published.yaml";
    private static final String DEFAULT_SERIES = "pool";
    private static final Pattern SETTING = Pattern.compile("\\{([^}]+)}");

    /** Comments in {@code published.yaml} explain each key. */
    record Publication(
            String source,
            Map<String, String> differs,
            List<String> columns,
            List<String> steps,
            List<List<Double>> rows) {}

    record PublishedFile(Map<String, String> ours, Map<String, Publication> publications) {}

    private final String name;
    private final Publication publication;
    private final Map<String, String> templates;
    private final ComparedSide result;
    private final Map<String, String> probes;

    private PublishedRows(String name, Map<String, String> probes, ComparedSide result) {
        this.name = name;
        this.probes = probes;
        this.result = result;
        PublishedFile publishedFile = load();
        templates = publishedFile.ours();
        publication = Optional.ofNullable(publishedFile.publications().get(name))
                .orElseThrow(() -> new InvalidPlanException(
                        "published",
                        "'" + name + "'",
                        "one of: "
                                + NearNames.oneOf(
                                        name, publishedFile.publications().keySet())));
        List<String> quantities = publication.columns().stream()
                .filter(column -> column.startsWith(ComparedValue.PROBES))
                .map(column -> column.split("\\.")[1])
                .distinct()
                .toList();
        probes.forEach((quantity, series) -> {
            if (!quantities.contains(quantity)) {
                reject(quantity, series, "a quantity of " + name + ": " + String.join(", ", quantities));
            }
            if (!hasProbe(series)) {
                reject(quantity, series, "a series of a probe that rises or falls in steps in " + result.name());
            }
        });
    }

    private static void reject(String quantity, String series, String expected) {
        throw new InvalidPlanException("publishedProbe", quantity + "=" + series, expected);
    }

    private boolean hasProbe(String series) {
        return result.defaultValues().stream().anyMatch(value -> value.startsWith(ComparedValue.PROBES + series + "."));
    }

    /**
     * Returns the column's name in the result. A series of the result replaces a published quantity. The result's first
     * consumer replaces a published consumer that the result does not have.
     */
    private String resultColumn(String column) {
        String[] parts = column.split("\\.", 3);
        if (column.startsWith(ComparedValue.CONSUMERS)) {
            List<String> names = consumers(ComparedConsumer::name);
            String consumer = names.isEmpty() || names.contains(parts[1]) ? parts[1] : names.get(0);
            return ComparedValue.CONSUMERS + consumer + "." + parts[2];
        }
        if (!column.startsWith(ComparedValue.PROBES)) {
            return column;
        }
        String series = probes.getOrDefault(parts[1], hasProbe(parts[1]) ? parts[1] : DEFAULT_SERIES);
        return ComparedValue.PROBES + series + "." + parts[2];
    }

    private List<String> consumers(Function<ComparedConsumer, String> text) {
        return result.allRuns().stream()
                .flatMap(run -> run.consumers().stream())
                .map(text)
                .distinct()
                .toList();
    }

    static PublishedFile load() {
        try (InputStream in = Objects.requireNonNull(PublishedRows.class.getResourceAsStream(FILE), FILE)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return new YamlBinder()
                    .with(Double.class, node -> Double.valueOf(node.text()))
                    .read(YamlFile.parse(FILE, text, Map.of()), PublishedFile.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * @param probes maps published quantities, such as {@code pcu}, to series of the result; other quantities are matched by
     *     name, or else with the series {@code pool}
     * @throws InvalidPlanException if the publication, a quantity or a series does not exist, or no step of the result matches
     */
    public static Comparison compare(String name, Map<String, String> probes, ComparedSide result) {
        return new PublishedRows(name, probes, result).comparison();
    }

    private Comparison comparison() {
        List<String> steps = steps();
        List<ValueChange> values = new ArrayList<>();
        for (int i = 0; i < publication.rows().size(); i++) {
            String step = i < steps.size() ? steps.get(i) : "";
            String label =
                    !matchesByOrder() ? step : i + 1 + (step.isEmpty() ? "" : " (" + result.axis() + " " + step + ")");
            for (int j = 0; j < publication.columns().size(); j++) {
                double number = publication.rows().get(i).get(j);
                values.add(row(label, resultColumn(publication.columns().get(j)), number, runs(step)));
            }
        }
        List<Note> notes = new ArrayList<>();
        notes.add(Note.of(Code.PUBLISHED_VALUES_NOT_JUDGED, "name", name, "source", publication.source()));
        notes.addAll(
                ComparisonNotes.of(publishedSide(steps), result, values, Set.of(), ComparisonSpec.DEFAULT_CONFIDENCE));
        Map<String, Map<String, String>> components = new LinkedHashMap<>(result.labelComponents());
        components.keySet().retainAll(steps);
        return new Comparison(
                RunResult.SCHEMA_VERSION,
                Comparison.KIND,
                new Side(name + ", as published", 0),
                new Side(result.name(), result.runs()),
                result.workload(),
                matchesByOrder() ? "row" : result.axis(),
                components,
                ComparisonSpec.DEFAULT_CONFIDENCE,
                conditions(),
                List.of(),
                values,
                List.of(),
                notes);
    }

    /** Row n is compared with step n if the published rows have no names. */
    private boolean matchesByOrder() {
        return publication.steps().isEmpty();
    }

    private List<ComparedRun> runs(String step) {
        return result.steps().getOrDefault(step, List.of());
    }

    /** A sweep can have fewer steps than there are published rows. */
    private List<String> steps() {
        List<String> resultSteps = List.copyOf(result.steps().keySet());
        List<String> publishedSteps = publication.steps();
        if (matchesByOrder() && result.kind().startsWith("a sweep")) {
            return resultSteps.subList(
                    0, Math.min(resultSteps.size(), publication.rows().size()));
        }
        boolean hasNamedSteps = !matchesByOrder() && result.axis() != null;
        if (hasNamedSteps && publishedSteps.stream().anyMatch(resultSteps::contains)) {
            return publishedSteps;
        }
        throw new InvalidPlanException(
                result.name(),
                result.kind() + (hasNamedSteps ? " of " + String.join("; ", resultSteps) : ""),
                matchesByOrder()
                        ? "a sweep, whose steps are compared with the rows of " + name
                        : "a result with a step of " + name + ": " + String.join("; ", publishedSteps));
    }

    private static ValueChange row(String step, String column, double published, List<ComparedRun> runs) {
        ComparedRun publishedRun = new ComparedRun(
                any -> published,
                any -> null,
                any -> OptionalLong.empty(),
                any -> true,
                null,
                1,
                "",
                null,
                List.of(),
                Completion.COMPLETE);
        ValueChange pairRow = new ValuePair(step, ComparedValue.of(column), List.of(publishedRun), runs)
                .rowWithoutRepeats(ComparisonSpec.DEFAULT_CONFIDENCE);
        return new ValueChange(
                step,
                pairRow.value(),
                Better.NEITHER,
                published,
                pairRow.after(),
                0,
                pairRow.runsAfter(),
                pairRow.changePercent(),
                null,
                NoiseFrom.UNKNOWN,
                null,
                Mark.NOT_JUDGED);
    }

    /** Contains only steps that the result also has. */
    private ComparedSide publishedSide(List<String> steps) {
        Map<String, List<ComparedRun>> stepRuns = new LinkedHashMap<>(result.steps());
        stepRuns.keySet().retainAll(steps);
        return new ComparedSide(
                name, result.kind(), "", result.axis(), stepRuns, Map.of(), List.of(), List.of(), 0, 0, Set.of());
    }

    private List<SettingChange> conditions() {
        List<SettingChange> changes = new ArrayList<>();
        publication
                .differs()
                .forEach((condition, published) ->
                        changes.add(new SettingChange(condition, published, resultText(condition))));
        Stream<Status> verdicts =
                result.allRuns().stream().map(ComparedRun::verdict).filter(Objects::nonNull);
        changes.add(new SettingChange("verdict", "", distinct(verdicts.map(Enum::name))));
        return changes;
    }

    private String resultText(String condition) {
        return switch (condition) {
            case "workload" -> result.workload();
            case "consumer" -> String.join(", ", consumers(ComparedConsumer::name));
            case "losses" -> String.join(", ", consumers(consumer -> consumer.name() + " " + consumer.verdict()));
            default -> conditionText(condition);
        };
    }

    /** Omits a part if one of its settings was not recorded. */
    private String conditionText(String condition) {
        String template = templates.getOrDefault(condition, "");
        String parts = Stream.of(template.split("; "))
                .filter(part -> SETTING.matcher(part)
                        .results()
                        .noneMatch(name -> settingValues(name).isEmpty()))
                .map(part -> SETTING.matcher(part).replaceAll(name -> Matcher.quoteReplacement(settingValues(name))))
                .collect(Collectors.joining("; "));
        return parts.isEmpty() && !template.isEmpty() ? "not recorded" : parts;
    }

    /** {@code name} matches a full setting name or its last components. */
    private String settingValues(MatchResult name) {
        return distinct(result.settings().stream()
                .flatMap(settings -> settings.entrySet().stream())
                .filter(entry -> ("." + entry.getKey()).endsWith("." + name.group(1)))
                .map(Map.Entry::getValue));
    }

    private static String distinct(Stream<String> texts) {
        return texts.distinct().collect(Collectors.joining(", "));
    }
}
