// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.WorkerPods;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.CommandServer;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.cli.terminal.ExperimentDisplay.ExperimentKind;
import io.github.cdctester.cli.terminal.ExperimentDisplay.Trials;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Window;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.experiment.ExperimentListener;
import io.github.cdctester.internal.consumer.RunningConsumer;
import io.github.cdctester.internal.experiment.Shrink;
import io.github.cdctester.internal.run.RunSettings;
import io.github.cdctester.internal.run.load.TablePolicy;
import io.github.cdctester.result.ConsumerResult;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

final class ConsumerShrink implements Shrink.Subject {

    /** A trial in which a change is lost waits this long. */
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(5);

    private final AbstractCommand command;
    private final ConsumerSpec spec;
    private final Predicate<ConsumerResult> failureCondition;
    private @Nullable Plan plan;
    private @Nullable RunningConsumer runningConsumer;
    private List<String> remarks = List.of();

    ConsumerShrink(AbstractCommand command, ConsumerSpec spec, Predicate<ConsumerResult> failureCondition) {
        this.command = command;
        this.spec = spec;
        this.failureCondition = failureCondition;
    }

    /** Returns the result of the last failed trial; without a failure, of the first trial. */
    RunResult shrink(Duration timeLimit, PlanBuilder builder, RunOptions options) throws InterruptedException {
        try (CommandServer server = options.open(builder, command);
                WorkerPods pods = options.startPods(builder, command.interruption)) {
            options.setServer(builder, server);
            Window requestedWindow = builder.build().window();
            if (!command.isGiven("--drain-timeout")) {
                builder.window(new Window(
                        requestedWindow.warmUp(), requestedWindow.measure(), requestedWindow.events(), DRAIN_TIMEOUT));
            }
            Plan builtPlan = builder.build();
            plan = builtPlan;
            Shrink.workload(builtPlan); // rejects an unsuitable workload before anything is created
            command.error("starts the command " + spec.commandLine() + " for each trial");
            RunResult result = Session.run(command, options.output(), session -> {
                ExperimentListener listener = session.experimentListener(
                        new Trials(ExperimentKind.SHRINK, "steps", builtPlan.window(), Duration.ZERO), builder);
                RunSettings settings = RunSettings.of(
                                builtPlan,
                                new TablePolicy(true, true, command.isGiven("--force"), false),
                                listener,
                                command.interruption.stopSignal())
                        .withRegistry(session.registry());
                return new Shrink(timeLimit, settings, this, options::storingReport).run();
            });
            boolean hasShrunk = result.notes().stream().anyMatch(note -> note.code() == Code.FAILING_STEPS_FOUND);
            if (!hasShrunk && !result.interrupted()) {
                command.error(name() + " does not fail after these steps: try more of them, or another seed");
            }
            return result;
        } finally {
            remarks.forEach(command::error);
        }
    }

    @Override
    public String name() {
        return spec.name();
    }

    @Override
    public void start(ConsumerProbe probe) {
        if (spec.atLeastOnce()) {
            probe.allowRepeats();
        }
        Plan trialPlan = Objects.requireNonNull(plan);
        RunningConsumer consumer = new RunningConsumer(spec, probe, trialPlan, trialPlan.cdcEndpoint(), false);
        runningConsumer = consumer;
        consumer.open(false);
        consumer.start();
        consumer.awaitReady(command.interruption.stopSignal());
    }

    @Override
    public void end() {
        RunningConsumer consumer = runningConsumer;
        runningConsumer = null;
        if (consumer != null) {
            consumer.close();
            remarks = consumer.remarks();
        }
    }

    @Override
    public boolean fails(ConsumerResult result) {
        return failureCondition.test(result);
    }
}
