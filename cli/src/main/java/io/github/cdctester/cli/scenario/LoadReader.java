// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.scenario;

import io.github.cdctester.cli.options.LineDefaults;
import io.github.cdctester.cli.options.OptionNames;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.catalog.Workloads;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.TablePolicy.Filling;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.internal.workload.WorkloadFamily;
import io.github.cdctester.internal.yaml.YamlNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** Reads loads, and their common settings. */
final class LoadReader {

    private static final String THREADS = "threads";
    private static final String RAND_SEED = "rand-seed";
    private static final String UNTIL = "until";
    private static final String AFTER = "after";

    /** Keys about a load's start and end, not about its workload. */
    private static final Set<String> OF_THE_LOAD = Set.of(
            THREADS,
            "terminals",
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

    private static final Set<String> NO_OPTIONS = Set.of(UNTIL, AFTER);

    private static final String WORKLOAD = "workload";
    private static final String FILE = "workload-file";
    private static final String OWN = "workload-option";
    private static final String IGNORE_ERRORS = "ignore-errors";

    private static final Pattern REFUSAL = Pattern.compile("(\\S.*?): (.*), must be (.*)", Pattern.DOTALL);

    /** A load as it was read. */
    record ReadLoad(NamedLoad load, LoadTiming timing) {}

    /** Keys of a load or a workload, in the spelling of the options, and where they stand. */
    private record Keys(YamlNode node, Map<String, YamlNode> all) {

        static Keys of(YamlNode node) {
            Map<String, YamlNode> keys = new LinkedHashMap<>();
            node.entries().forEach((key, value) -> keys.put(spelt(key), value));
            return new Keys(node, keys);
        }

        boolean namesWorkload() {
            return all.containsKey(WORKLOAD) || all.containsKey(FILE);
        }

        Keys withoutLoad() {
            Map<String, YamlNode> left = new LinkedHashMap<>(all);
            left.keySet().removeAll(OF_THE_LOAD);
            return new Keys(node, left);
        }

        LoadLine line() {
            List<String> arguments = new ArrayList<>();
            all.forEach((key, value) -> {
                if (key.equals(OWN)) {
                    value.entries().forEach((name, own) -> arguments.add("--" + OWN + "=" + name + "=" + own.text()));
                } else if (!NO_OPTIONS.contains(key)) {
                    arguments.add("--" + key + "=" + value.text());
                }
            });
            return inPlace(() -> LoadLine.parse(arguments.toArray(String[]::new)));
        }

        WorkloadSpec workload() {
            Keys tables = withoutLoad();
            return tables.inPlace(tables.line()::workload);
        }

        /** Reports an error at the key's own line, and names the option by the key. */
        <T> T inPlace(Supplier<T> reading) {
            try {
                return reading.get();
            } catch (ParameterException e) {
                String key = e.getArgSpec() instanceof OptionSpec option
                        ? Stream.of(option.names())
                                .map(LoadReader::key)
                                .filter(all::containsKey)
                                .findFirst()
                                .orElse("")
                        : "";
                throw refused(
                        key,
                        e.getCause() instanceof InvalidPlanException invalid
                                ? OptionNames.message(invalid)
                                : String.valueOf(e.getMessage()));
            } catch (InvalidPlanException e) {
                throw refused(key(OptionNames.of(e.property())), OptionNames.message(e));
            }
        }

        private InvalidPlanException refused(String key, String message) {
            String words = message.replaceAll("(?<![\\w-])--([a-z])", "$1")
                    .replaceFirst("^Invalid value for option '[^']*'[^:]*: ", "");
            Matcher form = REFUSAL.matcher(words);
            YamlNode place = all.getOrDefault(key, node);
            if (form.matches()) {
                return all.getOrDefault(form.group(1), place).error(form.group(2), form.group(3));
            }
            return place.problem(words.replaceFirst("^" + Pattern.quote(key) + ": ", "")
                    .replaceFirst("is not an? (int|long)$", "is not a whole number"));
        }
    }

    private final LoadWorkloads workloads;
    private final EndReader ends;
    private final Map<String, YamlNode> common = new LinkedHashMap<>();
    private final Map<WorkloadSpec, WorkloadSpec> seeded = new HashMap<>();
    private LineDefaults lines = LineDefaults.NONE;
    private int fillers;
    private @Nullable YamlNode seed;

    /** Creates each workload of the file once for all loads. */
    LoadReader(LoadWorkloads workloads, EndReader ends) {
        this.workloads = workloads;
        this.ends = ends;
    }

    /** Takes keys that hold for all loads that do not have them. */
    void common(YamlNode node) {
        refuseUnknown(node, known(false));
        common.putAll(Keys.of(node).all());
    }

    /** Reads how the tables are filled; other table settings are common to all loads. */
    void filled(YamlNode node) {
        refuseUnknown(node, knownToPrepare());
        Map<String, YamlNode> keys = Keys.of(node).all();
        seed = keys.remove(RAND_SEED);
        YamlNode threads = keys.remove(THREADS);
        fillers = threads == null ? 0 : (int) threads.wholeNumber(1, LoadSpec.MAX_THREADS);
        common.putAll(keys);
    }

    /** How the tables of all that was read are filled. */
    Filling filling() {
        return new Filling(fillers, seed == null ? 0 : seed.wholeNumber(0, Long.MAX_VALUE), seeded);
    }

    /** Returns the form of lines for the loads read so far. */
    LineDefaults lines() {
        return lines;
    }

    ReadLoad read(String name, YamlNode node, Collection<String> others) {
        refuseUnknown(node, known(false));
        Keys own = Keys.of(node);
        Keys keys = completed(own);
        LoadLine line = keys.line();
        lines = lines.or(keys.inPlace(() -> new LineDefaults(line.percentile, line.reportInterval)));
        WorkloadSpec workload = made(own, keys.inPlace(line::workload));
        long transactions = line.events > 0 ? line.events : workload.transactions();
        YamlNode until = keys.all().get(UNTIL);
        if (line.time.isZero() && (transactions == 0 || until != null)) {
            throw node.problem(
                    until == null
                            ? "no end; give time or events"
                            : "until" + (until.isMapping() ? "" : ": " + until.text()) + " needs a time, the longest");
        }
        NamedLoad load = keys.inPlace(
                () -> new NamedLoad(name, workload, line.load(), line.start, line.time, transactions, false));
        return new ReadLoad(
                load,
                new LoadTiming(
                        Optional.ofNullable(keys.all().get(AFTER))
                                .map(one -> EndReader.load(one, others, "other loads of this phase")),
                        Optional.ofNullable(until).map(one -> ends.end(one, line.time, others))));
    }

    WorkloadSpec named(YamlNode name) {
        Keys own = new Keys(name, Map.of(WORKLOAD, name));
        return made(own, completed(own).workload());
    }

    /** Reads a workload from its own keys, and from common ones. */
    WorkloadSpec workload(YamlNode node) {
        refuseUnknown(node, known(true));
        Keys own = Keys.of(node);
        return made(own, completed(own).workload());
    }

    /** Makes the workload, so errors show before servers are started; also with the seed of its tables, if it takes one. */
    private WorkloadSpec made(Keys own, WorkloadSpec workload) {
        Keys keys = completed(own);
        keys.inPlace(() -> workloads.make(workload));
        if (seed != null && family(own).has("--" + RAND_SEED)) {
            keys.all().put(RAND_SEED, seed);
            seeded.put(workload, keys.workload());
        }
        return workload;
    }

    /** The workload that the common keys describe. */
    WorkloadSpec prepared(YamlNode node) {
        Keys keys = Keys.of(node);
        keys.workload(); // whether it takes the seed
        keys.all().remove(RAND_SEED);
        return keys.workload();
    }

    /** Adds fitting common keys to its own. */
    private Keys completed(Keys own) {
        Map<String, YamlNode> keys = new LinkedHashMap<>();
        WorkloadFamily family = family(own);
        common.forEach((key, value) -> {
            boolean named = List.of(WORKLOAD, FILE, OWN).contains(key);
            if (named ? !own.namesWorkload() : OF_THE_LOAD.contains(key) || family.has("--" + key)) {
                keys.put(key, value);
            }
        });
        keys.putAll(own.all());
        return new Keys(own.node(), keys);
    }

    private WorkloadFamily family(Keys own) {
        Map<String, YamlNode> from = own.namesWorkload() ? own.all() : common;
        if (from.containsKey(FILE)) {
            return Workloads.ALL.files();
        }
        YamlNode name = from.get(WORKLOAD);
        String written = name == null ? Workloads.ALL.names().get(0) : name.text();
        return Workloads.ALL.family(written).orElse(Workloads.ALL.providers());
    }

    private static void refuseUnknown(YamlNode node, Set<String> known) {
        node.entries().forEach((key, value) -> {
            if (spelt(key).equals(IGNORE_ERRORS)) {
                throw value.problem("belongs at the top of the file: it is for all loads");
            }
            if (!known.contains(spelt(key))) {
                throw value.unknown(spelt(key), known, "'cdc-tester run --help-all' lists all, with '--' before them");
            }
        });
    }

    /** Every key of {@code prepare}. */
    static Set<String> knownToPrepare() {
        Set<String> known = known(true);
        known.add(THREADS);
        return known;
    }

    /** Every key that there is. */
    static Set<String> known(boolean aboutTables) {
        Set<String> known = new TreeSet<>();
        LoadLine.model().optionsMap().keySet().stream()
                .filter(name -> name.startsWith("--"))
                .map(LoadReader::key)
                .filter(key -> !key.equals(IGNORE_ERRORS))
                .filter(key -> !aboutTables || !OF_THE_LOAD.contains(key))
                .forEach(known::add);
        if (!aboutTables) {
            known.addAll(NO_OPTIONS);
        }
        return known;
    }

    private static String key(String option) {
        return option.startsWith("--") ? option.substring(2) : option;
    }

    /** sysbench's spelling is as good. */
    private static String spelt(String key) {
        return key.replace('_', '-');
    }
}
