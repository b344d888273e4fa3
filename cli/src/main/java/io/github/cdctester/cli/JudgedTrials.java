// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.session.CommandServer;
import io.github.cdctester.cli.terminal.ExperimentDisplay.ExperimentKind;
import io.github.cdctester.cli.terminal.ExperimentDisplay.Trials;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.consumer.JudgeRemarks;
import io.github.cdctester.internal.consumer.LineSource;
import io.github.cdctester.internal.experiment.Shrink;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Trials in which fewer and fewer steps are sent, to a consumer that is started for each. */
final class JudgedTrials implements Shrink.Subject {

    /** Each trial in which something is lost takes as long. */
    private static final Duration DRAIN = Duration.ofSeconds(5);

    private final AbstractCommand command;
    private final String name;
    private final Supplier<LineSource> sources;
    private final ConsumerLines.Shape shape;
    private final Predicate<ConsumerResult> fails;
    private @Nullable LineSource source;
    private List<String> remarks = List.of();
    private @Nullable ConsumerLines lines;

    JudgedTrials(
            AbstractCommand command,
            String name,
            Supplier<LineSource> sources,
            ConsumerLines.Shape shape,
            Predicate<ConsumerResult> fails) {
        this.command = command;
        this.name = name;
        this.sources = sources;
        this.shape = shape;
        this.fails = fails;
    }

    /** Makes them at the server of the options, and shows and writes the result of the last one in which it failed. */
    RunResult shrink(Duration time, PlanBuilder builder, RunOptions options) throws InterruptedException {
        String from = sources.get().name();
        try (CommandServer server = options.open(builder, command.interruption)) {
            options.lead(builder, server);
            Window given = builder.build().window();
            if (!command.isGiven("--drain-timeout")) {
                builder.window(new Window(given.warmUp(), given.measure(), given.events(), DRAIN));
            }
            Plan plan = builder.build();
            Shrink.workload(plan); // what cannot be done is refused before anything is made
            command.error("starts " + from + " for each trial");
            RunResult result = Session.run(command, options.output(), session -> {
                ExperimentListener listener = session.experiment(
                        new Trials(ExperimentKind.SHRINK, "steps", plan.window(), Duration.ZERO), builder);
                RunSettings settings = RunSettings.of(
                                plan,
                                new TablePolicy(true, true, command.isGiven("--force"), false),
                                listener,
                                command.interruption.stopSignal())
                        .publishing(session.registry());
                return new Shrink(time, settings, this, options::kept, listener).run();
            });
            boolean found = result.notes().stream().anyMatch(note -> note.code() == Code.STEPS_SHRUNK);
            if (!found && !result.interrupted()) {
                command.error(name + " does not fail after these steps: try more of them, or another seed");
            }
            return result;
        } finally {
            remarks.forEach(command::error); // on the lines of the last trial
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void start(ConsumerProbe probe) {
        if (command.isGiven("--at-least-once")) {
            probe.allowRepeats();
        }
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
            remarks = JudgeRemarks.of(started, lines.findings(), true);
        }
    }

    @Override
    public boolean fails(ConsumerResult result) {
        return fails.test(result);
    }
}
