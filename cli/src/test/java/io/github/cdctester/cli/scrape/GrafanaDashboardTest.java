// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard queries existing metrics, and its panels do not overlap. */
class GrafanaDashboardTest {

    private static final Path DASHBOARD_FILE = Path.of("../docs/grafana/cdc-tester.json");
    private static final Pattern SELECTOR = Pattern.compile("([a-z_]*)\\{([^}]*)}");
    private static final Pattern ANY_NAME = Pattern.compile("__name__=~\"([^\"]+)\"");
    private static final Pattern MATCHER = Pattern.compile("([a-z_]+)=~?\"([^\"]*)\"");
    private static final Pattern BY_CLAUSE = Pattern.compile("by \\(([^)]*)\\)");
    private static final Pattern LEGEND = Pattern.compile("\\{\\{([a-z_]+)}}");

    /** Prometheus adds these labels. */
    private static final Set<String> ADDED_LABELS = Set.of("job", "instance");

    private JsonNode dashboard;
    private ScrapedRun scrapedRun;

    @BeforeEach
    void read() throws IOException {
        dashboard = JsonMapper.shared().readTree(Files.readString(DASHBOARD_FILE));
        BucketedRegistry registry = new BucketedRegistry();
        ScrapedRun.publish(registry, 3);
        scrapedRun = ScrapedRun.of(registry.scrape());
    }

    private List<JsonNode> panels() {
        return dashboard.get("panels").valueStream().toList();
    }

    private List<String> queries() {
        List<String> queries = new ArrayList<>();
        panels().forEach(panel -> panel.path("targets")
                .valueStream()
                .forEach(target -> queries.add(target.get("expr").asString())));
        dashboard
                .at("/annotations/list")
                .valueStream()
                .filter(annotation -> annotation.has("expr"))
                .forEach(annotation -> queries.add(annotation.get("expr").asString()));
        return queries;
    }

    @Test
    void queriesUseOnlyExportedMetrics() {
        assertThat(queries()).hasSizeGreaterThan(20).allSatisfy(query -> {
            List<MatchResult> selectors = SELECTOR.matcher(query).results().toList();
            assertThat(selectors).isNotEmpty();
            Set<String> knownLabels = new TreeSet<>(ADDED_LABELS);
            for (MatchResult selector : selectors) {
                Set<String> names = names(selector);
                assertThat(names).as(selector.group()).isNotEmpty();
                Set<String> labels = new TreeSet<>(ADDED_LABELS);
                names.forEach(name -> labels.addAll(scrapedRun.labels(name)));
                assertThat(MATCHER.matcher(selector.group(2)).results().map(label -> label.group(1)))
                        .as(selector.group())
                        .filteredOn(label -> !label.equals("__name__"))
                        .isSubsetOf(labels);
                knownLabels.addAll(labels);
            }
            BY_CLAUSE
                    .matcher(query)
                    .results()
                    .forEach(clause -> assertThat(clause.group(1).split(", ?")).isSubsetOf(knownLabels));
        });
    }

    private Set<String> names(MatchResult selector) {
        Set<String> names = new TreeSet<>(scrapedRun.names());
        if (selector.group(1).isEmpty()) {
            Pattern namePattern = ANY_NAME.matcher(selector.group(2))
                    .results()
                    .map(match -> Pattern.compile(match.group(1)))
                    .findFirst()
                    .orElseThrow();
            names.removeIf(name -> !namePattern.matcher(name).matches());
        } else {
            names.retainAll(Set.of(selector.group(1)));
        }
        return names;
    }

    @Test
    void queriesCoverExportedMetrics() {
        String allQueries = String.join("\n", queries());
        assertThat(scrapedRun.names())
                .filteredOn(name -> !name.matches(".*_seconds(_sum|_count|_max)?") && !name.equals("cdc_rows_total"))
                .allSatisfy(name -> assertThat(allQueries).containsPattern(name + "[{(]"));
    }

    /** The gauge is -1 while the end of the log is unknown. */
    @Test
    void queriesOmitUnknownBacklog() {
        assertThat(queries())
                .filteredOn(query -> query.contains("cdc_behind_bytes"))
                .hasSize(2)
                .allSatisfy(query -> assertThat(query).contains("} >= 0)"));
    }

    @Test
    void legendsUseExistingLabels() {
        for (JsonNode panel : panels()) {
            panel.path("targets").valueStream().forEach(target -> {
                Set<String> groupingLabels = new HashSet<>(Set.of("probe", "series"));
                BY_CLAUSE
                        .matcher(target.get("expr").asString())
                        .results()
                        .forEach(clause ->
                                groupingLabels.addAll(List.of(clause.group(1).split(", ?"))));
                assertThat(LEGEND.matcher(target.get("legendFormat").asString())
                                .results()
                                .map(label -> label.group(1)))
                        .isSubsetOf(groupingLabels);
            });
        }
    }

    /** Grafana's schema requires these fields. A title may contain only labels of its query. */
    @Test
    void annotationsMarkPhasesAndStuckStreams() {
        List<JsonNode> annotations = dashboard
                .at("/annotations/list")
                .valueStream()
                .filter(annotation -> annotation.has("expr"))
                .toList();
        assertThat(annotations)
                .extracting(annotation -> annotation.get("name").asString())
                .containsExactly("Stuck", "Phases");
        for (JsonNode annotation : annotations) {
            assertThat(annotation.at("/datasource/uid").asString()).isEqualTo("${datasource}");
            assertThat(annotation.get("enable").asBoolean()).isTrue();
            assertThat(annotation.get("iconColor").asString()).isNotBlank();
            assertThat(annotation.get("useValueForTime").isBoolean()).isTrue();
            String remainingLabels = BY_CLAUSE
                    .matcher(annotation.get("expr").asString())
                    .results()
                    .map(clause -> clause.group(1))
                    .findFirst()
                    .orElseThrow();
            assertThat(annotation.get("tagKeys").asString()).isEqualTo(remainingLabels);
            assertThat(LEGEND.matcher(annotation.get("titleFormat").asString())
                            .results()
                            .map(label -> label.group(1)))
                    .isSubsetOf(remainingLabels);
        }
        assertThat(annotations.get(1).get("expr").asString())
                .contains("cdc_phase{")
                .endsWith("== 1");
        assertThat(annotations.get(1).get("titleFormat").asString()).isEqualTo("{{phase}}");
        assertThat(scrapedRun.labels("cdc_phase")).isEqualTo(Set.of("phase", "stream", "workload"));
    }

    @Test
    void panelsHaveUniquePositionsAndIds() {
        assertThat(dashboard.get("schemaVersion").asInt()).isGreaterThanOrEqualTo(36);
        assertThat(dashboard.get("uid").asString()).matches("[a-zA-Z0-9_-]{1,40}");
        assertThat(panels().stream().map(panel -> panel.get("id").asInt())).doesNotHaveDuplicates();
        Set<String> usedCells = new HashSet<>();
        for (JsonNode panel : panels()) {
            JsonNode position = panel.get("gridPos");
            assertThat(position.get("x").asInt() + position.get("w").asInt()).isLessThanOrEqualTo(24);
            for (int x = 0; x < position.get("w").asInt(); x++) {
                for (int y = 0; y < position.get("h").asInt(); y++) {
                    assertThat(usedCells.add((position.get("x").asInt() + x) + ","
                                    + (position.get("y").asInt() + y)))
                            .as("position of %s", panel.get("title"))
                            .isTrue();
                }
            }
        }
    }

    @Test
    void dataSourceIsVariable() {
        List<String> variables = dashboard
                .at("/templating/list")
                .valueStream()
                .map(variable -> variable.get("name").asString())
                .toList();
        assertThat(variables).startsWith("datasource").contains("job", "instance", "stream", "workload");
        for (JsonNode panel : panels()) {
            if (!panel.get("type").asString().equals("row")) {
                assertThat(panel.at("/datasource/uid").asString()).isEqualTo("${datasource}");
                assertThat(panel.get("description").asString()).isNotBlank();
            }
        }
        for (String query : queries()) {
            assertThat(Pattern.compile("\\$([a-z]+)").matcher(query).results().map(match -> match.group(1)))
                    .isSubsetOf(variables);
        }
    }
}
