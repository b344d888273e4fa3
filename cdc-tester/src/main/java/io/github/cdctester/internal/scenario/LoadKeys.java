// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.Defaults;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.LoadSpec.Arrivals;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.catalog.LoadChoice;
import io.github.cdctester.internal.catalog.WorkloadChoice;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.workload.FamilyOption;
import io.github.cdctester.internal.workload.FamilyOption.Role;
import io.github.cdctester.internal.workload.Form;
import io.github.cdctester.internal.workload.OptionValues;
import io.github.cdctester.internal.workload.RateText;
import io.github.cdctester.internal.yaml.YamlBinder;
import io.github.cdctester.internal.yaml.YamlNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The keys of a load or a workload. They are options of {@code run} without their leading hyphens.
 *
 * @param values by key, in the spelling of the options
 * @param directory a path of a workload file is relative to it
 */
record LoadKeys(YamlNode node, Map<String, YamlNode> values, Path directory) implements OptionValues {

    static final String WORKLOAD = "workload";
    static final String THREADS = "threads";
    static final String UNTIL = "until";
    static final String AFTER = "after";

    private static final String TERMINALS = "terminals";
    private static final String FILE = "workload-file";
    private static final String CUSTOM_OPTIONS = "workload-option";

    static final List<String> WORKLOAD_NAME_KEYS = List.of(WORKLOAD, FILE, CUSTOM_OPTIONS);

    /** Keys that do not belong to a load's workload. */
    private static final Set<String> LOAD_KEYS = Set.of(
            THREADS,
            TERMINALS,
            "rate",
            "arrivals",
            "rate-factor",
            "time",
            "start",
            "events",
            "percentile",
            "report-interval",
            UNTIL,
            AFTER);

    private static final Pattern REFUSAL_PATTERN = Pattern.compile("(\\S.*?): (.*), must be (.*)", Pattern.DOTALL);

    static LoadKeys of(YamlNode node, Path directory) {
        Map<String, YamlNode> keys = new LinkedHashMap<>();
        node.entries().forEach((key, value) -> keys.put(withHyphens(key), value));
        return new LoadKeys(node, keys, directory);
    }

    /** sysbench writes keys with underscores. */
    static String withHyphens(String key) {
        return key.replace('_', '-');
    }

    static boolean isLoadKey(String key) {
        return LOAD_KEYS.contains(key);
    }

    static Set<String> prepareKeys() {
        Set<String> allKeys = allKeys(true);
        allKeys.add(THREADS);
        return allKeys;
    }

    static Set<String> allKeys(boolean onlyWorkloadKeys) {
        Set<String> allKeys = new TreeSet<>(WORKLOAD_NAME_KEYS);
        Workloads.options().map(option -> keyOf(option.name())).forEach(allKeys::add);
        if (!onlyWorkloadKeys) {
            allKeys.addAll(LOAD_KEYS);
        }
        return allKeys;
    }

    private static String keyOf(String option) {
        return option.substring("--".length());
    }

    boolean namesWorkload() {
        return values.containsKey(WORKLOAD) || values.containsKey(FILE);
    }

    WorkloadChoice choice() {
        return new WorkloadChoice(
                Workloads.ALL,
                value(WORKLOAD, Form.TEXT::parse),
                value(FILE, Form.TEXT::parse)
                        .map(file -> directory.resolve(file).normalize().toString()));
    }

    /** Rejects keys that do not fit the workload. */
    WorkloadSpec workload() {
        return reportingAtKey(() -> {
            Workloads.options()
                    .forEach(this::userValue); // also checks the values of options that this workload does not use
            values.forEach((key, value) -> choice().rejectUnusedOption(
                            "--" + key, valueText(value), List.of(choice().family()), choice().option(), this));
            return choice().spec(this);
        });
    }

    private static String valueText(YamlNode value) {
        return value.isMapping()
                ? value.entries().entrySet().stream()
                        .map(option -> option.getKey() + "=" + option.getValue().text())
                        .collect(Collectors.joining(", "))
                : value.isList() ? "given" : value.text();
    }

    LoadSpec load(WorkloadSpec workload) {
        YamlNode terminals = values.get(TERMINALS);
        if (terminals != null && values.containsKey(THREADS)) {
            throw terminals.problem("means the same as threads: give one of the two");
        }
        LoadChoice loadChoice = new LoadChoice(
                singleValue(THREADS, Form.NUMBER::parse)
                        .or(() -> singleValue(TERMINALS, Form.NUMBER::parse))
                        .orElse(Defaults.THREADS),
                singleValue("rate", RateText::parse).flatMap(rate -> rate),
                value("arrivals", Form.choice(Arrivals.class)::parse),
                value("rate-factor", Form.TEXT::parse),
                this::conflict);
        return loadChoice.atWorkloadRate(workload, choice().withInterval(loadChoice.load(), this, "--rate"));
    }

    Duration duration(String key) {
        return value(key, Form.DURATION::parse).orElse(Duration.ZERO);
    }

    LineDefaults lineDefaults() {
        return reportingAtKey(() ->
                new LineDefaults(value("percentile", Form.TEXT::parse), value("report-interval", Form.NUMBER::parse)));
    }

    <T> Optional<T> value(String key, Function<String, T> parse) {
        return Optional.ofNullable(values.get(key)).map(value -> parseValue(value, parse));
    }

    private <T> T parseValue(YamlNode value, Function<String, T> parse) {
        try {
            return parse.apply(value.text());
        } catch (IllegalArgumentException e) {
            throw value.problem(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public <T> Optional<T> userValue(FamilyOption<T> option) {
        String key = keyOf(option.name());
        return option.role() == Role.SWEPT ? singleValue(key, option.form()::parse) : value(key, option.form()::parse);
    }

    /** Rejects a list, which the same option of {@code sweep} accepts. */
    private <T> Optional<T> singleValue(String key, Function<String, T> parse) {
        return Optional.ofNullable(values.get(key)).map(value -> {
            List<T> values = parseValue(
                    value, text -> Form.split(text).stream().map(parse).toList());
            if (values.size() > 1) {
                throw value.error(value.text(), "one value; 'cdc-tester sweep' goes over a list");
            }
            return values.get(0);
        });
    }

    @Override
    public Map<String, String> customOptions() {
        Map<String, String> customOptions = new TreeMap<>();
        Optional.ofNullable(values.get(CUSTOM_OPTIONS))
                .ifPresent(node -> node.entries().forEach((name, value) -> customOptions.put(name, value.text())));
        return customOptions;
    }

    @Override
    public boolean inBackground() {
        return false;
    }

    @Override
    public InvalidPlanException conflict(String message) {
        return rejection("", message);
    }

    /** Reports an {@link InvalidPlanException} about a property at the property's key. */
    <T> T reportingAtKey(Supplier<T> parse) {
        try {
            return parse.get();
        } catch (InvalidPlanException e) {
            String key = Workloads.options()
                    .filter(option -> option.property().equals(e.property()))
                    .map(option -> keyOf(option.name()))
                    .findFirst()
                    .orElseGet(() -> YamlBinder.key(e.property()));
            String problem =
                    String.valueOf(e.getMessage()).substring(e.property().length());
            String file = node.fileAndLine().substring(0, node.fileAndLine().lastIndexOf(':') + 1);
            throw e.property().startsWith(file)
                    ? e // the error already contains a location in this file
                    : rejection(key, (allKeys(false).contains(key) ? key : e.property()) + problem);
        }
    }

    private InvalidPlanException rejection(String key, String message) {
        String plainText = message.replaceAll("(?<![\\w-])--([a-z])", "$1");
        Matcher matcher = REFUSAL_PATTERN.matcher(plainText);
        YamlNode errorNode = values.getOrDefault(key, node);
        return matcher.matches()
                ? values.getOrDefault(matcher.group(1), errorNode).error(matcher.group(2), matcher.group(3))
                : errorNode.problem(plainText.replaceFirst("^" + Pattern.quote(key) + ": ", ""));
    }
}
