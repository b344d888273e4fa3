// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.scenario;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.run.load.LoadWorkloads;
import io.github.cdctester.internal.run.load.TablePolicy.Filling;
import io.github.cdctester.internal.run.phases.PlannedPhase.LoadTiming;
import io.github.cdctester.internal.workload.Form;
import io.github.cdctester.internal.workload.WorkloadFamily;
import io.github.cdctester.internal.yaml.YamlNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads loads, and the keys that are common to all loads. */
final class LoadReader {

    private static final String RAND_SEED = "rand-seed";
    private static final String IGNORE_ERRORS = "ignore-errors";

    record TimedLoad(NamedLoad load, LoadTiming timing) {}

    private final Path directory;
    private final LoadWorkloads workloads;
    private final EndReader endReader;
    private final Map<String, YamlNode> commonKeys = new LinkedHashMap<>();
    private final Set<String> usedOptions = new HashSet<>();
    private final Map<WorkloadSpec, WorkloadSpec> seededWorkloads = new HashMap<>();
    private LineDefaults lineDefaults = LineDefaults.NONE;
    private int fillThreads;
    private @Nullable YamlNode seed;

    /** @param directory the plan's directory */
    LoadReader(Path directory, LoadWorkloads workloads, EndReader endReader) {
        this.directory = directory;
        this.workloads = workloads;
        this.endReader = endReader;
    }

    /** A load's own keys take precedence. */
    void addCommonKeys(YamlNode node) {
        refuseUnknown(node, LoadKeys.allKeys(false));
        commonKeys.putAll(LoadKeys.of(node, directory).values());
    }

    /** @param isForMatrix true if loads have only the keys of their workload */
    void refuseUnusedDefaults(YamlNode defaults, boolean isForMatrix) {
        LoadKeys.of(defaults, directory).values().forEach((key, value) -> {
            if (LoadKeys.isLoadKey(key) && isForMatrix) {
                throw value.problem("has no effect in a matrix, which has keys of its own for its cells");
            }
            boolean isOption = !LoadKeys.isLoadKey(key) && !LoadKeys.WORKLOAD_NAME_KEYS.contains(key);
            if (isOption && !usedOptions.contains(key)) {
                throw value.problem("has no effect: it is an option of no workload of this plan");
            }
        });
    }

    /** Keys that are not about filling the tables become common keys of all loads. Keys of {@link #addCommonKeys} take precedence. */
    void readPrepare(YamlNode node) {
        refuseUnknown(node, LoadKeys.prepareKeys());
        Map<String, YamlNode> keys = LoadKeys.of(node, directory).values();
        seed = keys.remove(RAND_SEED);
        YamlNode threads = keys.remove(LoadKeys.THREADS);
        fillThreads = threads == null ? 0 : (int) threads.wholeNumber(1, LoadSpec.MAX_THREADS);
        keys.forEach(commonKeys::putIfAbsent);
    }

    /** Covers only loads that were read before this call. */
    Filling filling() {
        return new Filling(fillThreads, seed == null ? 0 : seed.wholeNumber(0, Long.MAX_VALUE), seededWorkloads);
    }

    /** Each option has the value of the first load that sets it. */
    LineDefaults lineDefaults() {
        return lineDefaults;
    }

    TimedLoad read(String name, YamlNode node, Collection<String> otherLoads) {
        refuseUnknown(node, LoadKeys.allKeys(false));
        LoadKeys ownKeys = LoadKeys.of(node, directory);
        LoadKeys keys = withCommonKeys(ownKeys);
        lineDefaults = lineDefaults.or(keys.lineDefaults());
        WorkloadSpec workload = createWorkload(ownKeys, keys.workload());
        Duration time = keys.duration("time");
        long events = keys.value("events", Form.LARGE_NUMBER::parse).orElse(0L);
        long transactions = events > 0 ? events : workload.transactions();
        YamlNode untilNode = keys.values().get(LoadKeys.UNTIL);
        if (time.isZero() && (transactions == 0 || untilNode != null)) {
            throw node.problem(
                    untilNode == null
                            ? "no end; give time or events"
                            : "until" + (untilNode.isMapping() ? "" : ": " + untilNode.text())
                                    + " needs a time, as an upper limit");
        }
        NamedLoad load = keys.reportingAtKey(() ->
                new NamedLoad(name, workload, keys.load(workload), keys.duration("start"), time, transactions, false));
        return new TimedLoad(
                load,
                new LoadTiming(
                        Optional.ofNullable(keys.values().get(LoadKeys.AFTER))
                                .map(after -> EndReader.endingLoad(after, otherLoads, "other loads of this phase")),
                        Optional.ofNullable(untilNode).map(condition -> endReader.end(condition, time, otherLoads))));
    }

    /** @param options additional keys of the workload */
    WorkloadSpec workloadNamed(YamlNode name, Map<String, YamlNode> options) {
        return workload(new LoadKeys(name, Map.of(LoadKeys.WORKLOAD, name), directory), options);
    }

    /** Adds the keys common to all loads. */
    WorkloadSpec workload(YamlNode node, Map<String, YamlNode> options) {
        refuseUnknown(node, LoadKeys.allKeys(true));
        return workload(LoadKeys.of(node, directory), options);
    }

    private WorkloadSpec workload(LoadKeys keys, Map<String, YamlNode> options) {
        Map<String, YamlNode> mergedKeys = new LinkedHashMap<>(keys.values());
        options.forEach((key, value) -> {
            refuseUnknown(key, value, LoadKeys.allKeys(true));
            if (mergedKeys.put(LoadKeys.withHyphens(key), value) != null) {
                throw value.problem("is also a key of a workload; give it once");
            }
        });
        LoadKeys ownKeys = new LoadKeys(keys.node(), mergedKeys, directory);
        return createWorkload(ownKeys, withCommonKeys(ownKeys).workload());
    }

    /** Errors are reported before servers are started. If {@code prepare} sets a seed, stores a copy with it. */
    private WorkloadSpec createWorkload(LoadKeys ownKeys, WorkloadSpec workload) {
        LoadKeys keys = withCommonKeys(ownKeys);
        keys.reportingAtKey(() -> workloads.createWorkload(workload));
        if (seed != null && familyOf(ownKeys).hasOption("--" + RAND_SEED)) {
            keys.values().put(RAND_SEED, seed);
            seededWorkloads.put(workload, keys.workload());
        }
        return workload;
    }

    /** Returns the workload without its seed. */
    WorkloadSpec preparedWorkload(YamlNode node) {
        LoadKeys keys = LoadKeys.of(node, directory);
        keys.workload(); // fails if the workload does not have the seed's key
        keys.values().remove(RAND_SEED);
        return keys.workload();
    }

    /** {@code ownKeys} take precedence. */
    private LoadKeys withCommonKeys(LoadKeys ownKeys) {
        Map<String, YamlNode> keys = new LinkedHashMap<>();
        WorkloadFamily family = familyOf(ownKeys);
        commonKeys.forEach((key, value) -> {
            if (family.hasOption("--" + key)) {
                usedOptions.add(key);
            }
            if (LoadKeys.WORKLOAD_NAME_KEYS.contains(key)
                    ? !ownKeys.namesWorkload()
                    : LoadKeys.isLoadKey(key) || family.hasOption("--" + key)) {
                keys.put(key, value);
            }
        });
        keys.putAll(ownKeys.values());
        return new LoadKeys(ownKeys.node(), keys, directory);
    }

    private WorkloadFamily familyOf(LoadKeys ownKeys) {
        return (ownKeys.namesWorkload() ? ownKeys : new LoadKeys(ownKeys.node(), commonKeys, directory))
                .choice()
                .family();
    }

    private static void refuseUnknown(YamlNode node, Set<String> knownKeys) {
        node.entries().forEach((key, value) -> refuseUnknown(key, value, knownKeys));
    }

    private static void refuseUnknown(String key, YamlNode value, Set<String> knownKeys) {
        if (LoadKeys.withHyphens(key).equals(IGNORE_ERRORS)) {
            throw value.problem("belongs at the top of the file: it is for all loads");
        }
        if (!knownKeys.contains(LoadKeys.withHyphens(key))) {
            throw value.unknownKey(
                    LoadKeys.withHyphens(key),
                    knownKeys,
                    "'cdc-tester run --help-all' lists all, with '--' before them");
        }
    }
}
