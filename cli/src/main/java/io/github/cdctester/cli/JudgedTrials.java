// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.cli.source.LineSource;
import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.experiment.Shrink;
import io.github.cdctester.result.ConsumerResult;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A consumer that is started for each of several trials. */
final class JudgedTrials implements Shrink.Subject {

    private final String name;
    private final Supplier<LineSource> sources;
    private final ConsumerLines.Shape shape;
    private final Predicate<ConsumerResult> fails;
    private @Nullable LineSource source;
    private List<String> remarks = List.of();
    private @Nullable ConsumerLines lines;

    JudgedTrials(
            String name, Supplier<LineSource> sources, ConsumerLines.Shape shape, Predicate<ConsumerResult> fails) {
        this.name = name;
        this.sources = sources;
        this.shape = shape;
        this.fails = fails;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start(ConsumerProbe probe) {
        lines = ConsumerLines.to(probe, shape);
        source = sources.get();
        source.begin(lines);
    }

    @Override
    public void end() {
        LineSource started = source;
        source = null;
        if (started != null && lines != null) {
            started.close();
            remarks = JudgeRemarks.of(started, lines.found(), true);
        }
    }

    @Override
    public boolean fails(ConsumerResult result) {
        return fails.test(result);
    }

    /** On the lines of the last trial. */
    List<String> remarks() {
        return remarks;
    }
}
