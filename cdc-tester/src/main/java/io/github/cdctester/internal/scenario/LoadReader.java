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
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads loads, and the keys common to all of them. */
final class LoadReader {

    private static final String RAND_SEED = "rand-seed";
    private static final String IGNORE_ERRORS = "ignore-errors";

    /** A load as it was read. */
    record ReadLoad(NamedLoad load, LoadTiming timing) {}

    private final LoadWorkloads workloads;
    private final EndReader ends;
    private final Map<String, YamlNode> common = new LinkedHashMap<>();
    private final Map<WorkloadSpec, WorkloadSpec> seeded = new HashMap<>();
    private LineDefaults lines = LineDefaults.NONE;
    private int fillers;
    private @Nullable YamlNode seed;

    /** Creates a reader. It creates each workload once, in {@code workloads}. */
    LoadReader(LoadWorkloads workloads, EndReader ends) {
        this.workloads = workloads;
        this.ends = ends;
    }

    /** Takes keys that hold for all loads that do not have them. */
    void common(YamlNode node) {
        refuseUnknown(node, LoadKeys.known(false));
        common.putAll(LoadKeys.of(node).all());
    }

    /** Reads how the tables are filled; its other keys are common to all loads. */
    void readPrepare(YamlNode node) {
        refuseUnknown(node, LoadKeys.knownToPrepare());
        Map<String, YamlNode> keys = LoadKeys.of(node).all();
        seed = keys.remove(RAND_SEED);
        YamlNode threads = keys.remove(LoadKeys.THREADS);
        fillers = threads == null ? 0 : (int) threads.wholeNumber(1, LoadSpec.MAX_THREADS);
        common.putAll(keys);
    }

    /** How the tables of all that was read are filled. */
    Filling filling() {
        return new Filling(fillers, seed == null ? 0 : seed.wholeNumber(0, Long.MAX_VALUE), seeded);
    }

    /** Returns the form of lines that the loads so far require. */
    LineDefaults lines() {
        return lines;
    }

    ReadLoad read(String name, YamlNode node, Collection<String> others) {
        refuseUnknown(node, LoadKeys.known(false));
        LoadKeys own = LoadKeys.of(node);
        LoadKeys keys = completed(own);
        lines = lines.or(keys.lines());
        WorkloadSpec workload = made(own, keys.workload());
        Duration time = keys.duration("time");
        long events = keys.value("events", Form.LARGE_NUMBER::parse).orElse(0L);
        long transactions = events > 0 ? events : workload.transactions();
        YamlNode until = keys.all().get(LoadKeys.UNTIL);
        if (time.isZero() && (transactions == 0 || until != null)) {
            throw node.problem(
                    until == null
                            ? "no end; give time or events"
                            : "until" + (until.isMapping() ? "" : ": " + until.text()) + " needs a time, the longest");
        }
        NamedLoad load = keys.inPlace(() ->
                new NamedLoad(name, workload, keys.load(workload), keys.duration("start"), time, transactions, false));
        return new ReadLoad(
                load,
                new LoadTiming(
                        Optional.ofNullable(keys.all().get(LoadKeys.AFTER))
                                .map(one -> EndReader.load(one, others, "other loads of this phase")),
                        Optional.ofNullable(until).map(one -> ends.end(one, time, others))));
    }

    /** Reads a workload by its name; {@code options} are further keys. */
    WorkloadSpec named(YamlNode name, Map<String, YamlNode> options) {
        return workload(new LoadKeys(name, Map.of(LoadKeys.WORKLOAD, name)), options);
    }

    /** Reads a workload from its keys, further keys, and the keys common to all loads. */
    WorkloadSpec workload(YamlNode node, Map<String, YamlNode> options) {
        refuseUnknown(node, LoadKeys.known(true));
        return workload(LoadKeys.of(node), options);
    }

    private WorkloadSpec workload(LoadKeys keys, Map<String, YamlNode> options) {
        Map<String, YamlNode> all = new LinkedHashMap<>(keys.all());
        options.forEach((key, value) -> {
            refuseUnknown(key, value, LoadKeys.known(true));
            if (all.put(LoadKeys.withHyphens(key), value) != null) {
                throw value.problem("is also a key of a workload; give it once");
            }
        });
        LoadKeys own = new LoadKeys(keys.node(), all);
        return made(own, completed(own).workload());
    }

    /** Makes the workload, so errors show before servers are started; also with the seed of its tables, if it takes one. */
    private WorkloadSpec made(LoadKeys own, WorkloadSpec workload) {
        LoadKeys keys = completed(own);
        keys.inPlace(() -> workloads.make(workload));
        if (seed != null && family(own).has("--" + RAND_SEED)) {
            keys.all().put(RAND_SEED, seed);
            seeded.put(workload, keys.workload());
        }
        return workload;
    }

    /** The workload that the common keys describe. */
    WorkloadSpec prepared(YamlNode node) {
        LoadKeys keys = LoadKeys.of(node);
        keys.workload(); // whether it takes the seed
        keys.all().remove(RAND_SEED);
        return keys.workload();
    }

    /** Returns the load's keys with the common keys that fit its workload. */
    private LoadKeys completed(LoadKeys own) {
        Map<String, YamlNode> keys = new LinkedHashMap<>();
        WorkloadFamily family = family(own);
        common.forEach((key, value) -> {
            if (LoadKeys.NAMING.contains(key)
                    ? !own.namesWorkload()
                    : LoadKeys.isOfLoad(key) || family.has("--" + key)) {
                keys.put(key, value);
            }
        });
        keys.putAll(own.all());
        return new LoadKeys(own.node(), keys);
    }

    private WorkloadFamily family(LoadKeys own) {
        return (own.namesWorkload() ? own : new LoadKeys(own.node(), common))
                .choice()
                .family();
    }

    private static void refuseUnknown(YamlNode node, Set<String> known) {
        node.entries().forEach((key, value) -> refuseUnknown(key, value, known));
    }

    private static void refuseUnknown(String key, YamlNode value, Set<String> known) {
        if (LoadKeys.withHyphens(key).equals(IGNORE_ERRORS)) {
            throw value.problem("belongs at the top of the file: it is for all loads");
        }
        if (!known.contains(LoadKeys.withHyphens(key))) {
            throw value.unknown(
                    LoadKeys.withHyphens(key), known, "'cdc-tester run --help-all' lists all, with '--' before them");
        }
    }
}
