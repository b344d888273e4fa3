// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.probe;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.Resources;
import io.github.cdctester.internal.experiment.probe.ProbeSink.ProbeReading;
import io.github.cdctester.internal.report.ProbeCsv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A file for each probe, {@code probe-NAME.csv}, in which each reading is as soon as it was made: a killed run leaves them readable. */
public final class ProbeFiles implements ProbeSink, AutoCloseable {

    private final Map<String, ProbeCsv> files = new TreeMap<>();
    private final Path directory;

    /** Makes the files; those that are there are written over. */
    public ProbeFiles(Path directory, List<ProbeSpec> probes) {
        this.directory = directory;
        try {
            for (ProbeSpec probe : probes) {
                files.put(probe.name(), ProbeCsv.create(directory.resolve("probe-" + probe.name() + ".csv")));
            }
        } catch (IOException | RuntimeException | Error e) {
            try (Resources made = resources()) {
                throw failed(e);
            }
        }
    }

    @Override
    public void reading(ProbeReading reading) {
        ProbeCsv file = Objects.requireNonNull(files.get(reading.probe()), reading.probe());
        try {
            if (reading.gap() == null) {
                file.values(reading.at(), reading.seconds(), reading.values());
            } else {
                file.gap(reading.at(), reading.seconds(), reading.probe(), reading.gap());
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private RuntimeException failed(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException own
                ? own
                : new RunFailedException("cannot write the probes' files in " + directory + ": " + e.getMessage(), e);
    }

    private Resources resources() {
        Resources all = new Resources();
        files.values().forEach(all::add);
        return all;
    }

    @Override
    public void close() {
        resources().close();
    }
}
