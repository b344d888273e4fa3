// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.options;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.probe.ProbeReader;
import io.github.cdctester.internal.experiment.probe.ProbeSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

public final class ProbeOptions extends OptionGroup {

    @Option(
            names = "--probe",
            paramLabel = "NAME=SOURCE",
            description = "Read a number during the run, such as 'threads=SHOW STATUS LIKE \"Threads_running\"'; see"
                    + " docs/plan.md")
    private List<String> probes = new ArrayList<>();

    @Option(
            names = "--probes",
            paramLabel = "FILE",
            description = "File with probes in YAML, in the form of a plan's key `probes`")
    private List<Path> files = new ArrayList<>();

    public void apply(PlanBuilder plan) {
        forEachSource(plan::probe, plan::probes);
    }

    public List<ProbeSpec> specs() {
        List<ProbeSpec> specs = new ArrayList<>();
        forEachSource(
                (name, source) -> specs.add(ProbeReader.parseLine(name, source)),
                file -> specs.addAll(ProbeReader.readFile(file)));
        return specs;
    }

    private void forEachSource(BiConsumer<String, String> onSource, Consumer<Path> onFile) {
        files.forEach(onFile);
        for (String probe : probes) {
            int equals = probe.indexOf('=');
            if (equals <= 0) {
                throw usageError("--probe: '" + probe + "' must be NAME=SOURCE, such as cpu=cpu");
            }
            String name = probe.substring(0, equals);
            try {
                onSource.accept(name, probe.substring(equals + 1));
            } catch (InvalidPlanException e) {
                String value = e.value().isEmpty() ? "" : e.value() + ", must be ";
                throw usageError("--probe " + name + ": " + value + e.expected());
            }
        }
    }
}
