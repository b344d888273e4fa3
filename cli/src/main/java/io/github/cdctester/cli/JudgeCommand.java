// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.WorkerPods;
import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.options.InjectOptions;
import io.github.cdctester.cli.options.LineOptions;
import io.github.cdctester.cli.options.OptionGroup;
import io.github.cdctester.cli.options.PlayingOptions;
import io.github.cdctester.cli.options.ProbeOptions;
import io.github.cdctester.cli.options.ShrinkOptions;
import io.github.cdctester.cli.options.value.ListableValue;
import io.github.cdctester.cli.session.AbstractCommand;
import io.github.cdctester.cli.session.CommandServer;
import io.github.cdctester.cli.session.LineSourceOptions;
import io.github.cdctester.cli.session.Session;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.consumer.ConsumerSpec.Ready;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.consumer.JudgeRemarks;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.stop.StopSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

@Command(
        name = "judge",
        description = {
            "Compares the changes that your consumer reported with the commits.",
            "Shows lost, repeated and reordered changes, and the delay of the consumer."
        },
        footer = {
            "Examples:",
            "  my-consumer | cdc-tester judge --from-stdin --host=db1 --user=u",
            "  cdc-tester judge --from-file=changes.jsonl --format=debezium --prepare",
            "  cdc-tester judge --play=monday --from-command='my-consumer --port=3307'"
        })
final class JudgeCommand extends AbstractCommand {

    /** The consumer starts together with this command, and need not report warm-up writes. */
    private static final Duration WARM_UP = Duration.ofSeconds(5);

    @Mixin
    private LineSourceOptions sourceOptions;

    @Mixin
    private LineOptions lineOptions;

    @Option(
            names = "--consumer-name",
            paramLabel = "NAME",
            description = "Name of the --from-… consumer in the result (default: consumer)")
    private String name = "consumer";

    @Option(names = "--at-least-once", description = "Do not fail on duplicates")
    private boolean atLeastOnce;

    @Option(
            names = "--assume-ended",
            description = "Count changes not seen by the end of --drain-timeout as lost, not as behind")
    private boolean assumeEnded;

    @Option(names = "--snapshot", description = "Also judge the snapshot of the tables")
    private boolean snapshot;

    @Option(names = "--no-load", description = "Write nothing; compare the consumer with the writes of other clients")
    private boolean noLoad;

    @Option(
            names = "--play",
            paramLabel = "DIR",
            description = "Play this recording at --host and --port (default: 127.0.0.1:3307) in place of a server")
    private @Nullable Path playedDirectory;

    @Mixin
    private PlayingOptions playing;

    @Mixin
    private ShrinkOptions shrinkOptions;

    @Mixin
    private RunOptions options;

    @Mixin
    private InjectOptions inject;

    @Override
    public Duration plannedTime() {
        if (playedDirectory != null || shrinkOptions.isGiven()) {
            return Duration.ZERO;
        }
        StopSignal stop = interruption.stopSignal();
        return options.plannedTime(noLoad ? options.followingPlan(stop, WARM_UP) : options.plan(stop, WARM_UP));
    }

    @Override
    public Integer call() throws InterruptedException {
        ListableValue.refuseLists(spec);
        for (String option : List.of("--speed", "--ssl-key-store", "--ssl-key-store-password-file")) {
            if (playedDirectory == null && isGiven(option)) {
                throw usageError(option + " is given, but no recording is played: choose one with --play");
            }
        }
        if (shrinkOptions.isGiven()) {
            return shrink(interruption.stopSignal());
        }
        Path recording = playedDirectory;
        boolean writesNothing = noLoad || recording != null;
        if (writesNothing) {
            refuseLoad();
        }
        if (snapshot && (writesNothing || !options.stampsRows())) {
            throw usageError("--snapshot compares rows by their stamps: add --stamp=on");
        }
        Optional<ConsumerSpec> optionConsumer = optionConsumer();
        boolean judgesSnapshot = snapshot || options.consumers().stream().anyMatch(ConsumerSpec::snapshot);
        StopSignal stop = interruption.stopSignal();
        PlanBuilder plan = recording != null
                ? options.playingPlan(stop, recording, playing.speedFactor(), playing.tlsContext())
                : noLoad
                        ? options.followingPlan(stop, WARM_UP)
                        : options.plan(stop, judgesSnapshot ? Duration.ZERO : WARM_UP);
        options.storeReports(plan);
        optionConsumer.ifPresent(plan::consumer);
        inject.apply(
                plan,
                writesNothing ? plan.build().window().measure() : options.measuredTime(),
                options.configuredEndpoint());
        if (writesNothing) {
            begin(options.output());
            try (WorkerPods pods = options.startPodsWithReports(plan, interruption)) {
                return runAndJudge(plan);
            }
        }
        try (CommandServer server = options.open(plan, this);
                WorkerPods pods = options.startPodsWithReports(plan, interruption)) {
            options.setServer(plan, server);
            return runAndJudge(plan);
        }
    }

    /** Returns empty if only files of {@code --consumer} describe consumers. */
    private Optional<ConsumerSpec> optionConsumer() {
        if (!sourceOptions.isGiven() && !options.consumers().isEmpty()) {
            refuseConsumerOptionsWithoutSource();
            return Optional.empty();
        }
        checkName();
        return Optional.of(new ConsumerSpec(
                name,
                sourceOptions.source(),
                sourceOptions.command(),
                Map.of(),
                lineOptions.shape(),
                Ready.AT_ONCE,
                ConsumerSpec.STOP_TIMEOUT,
                atLeastOnce,
                assumeEnded,
                snapshot,
                null,
                null));
    }

    private void checkName() {
        try {
            ConsumerProbe.named(name);
        } catch (InvalidPlanException e) {
            throw usageError("--consumer-name: " + e.value() + ", must be " + e.expected());
        }
    }

    private void refuseConsumerOptionsWithoutSource() {
        Stream<String> ignoredOptions = Stream.concat(
                Stream.of("--consumer-name", "--at-least-once", "--assume-ended", "--snapshot"),
                optionNames(new LineSourceOptions(), new LineOptions()));
        ignoredOptions.filter(this::isGiven).sorted().findFirst().ifPresent(option -> {
            throw usageError(
                    option + " is given, but no source such as --from-command: write it into the file of --consumer");
        });
    }

    private int runAndJudge(PlanBuilder plan) throws InterruptedException {
        RunResult result = Session.run(this, options.output(), plan);
        JudgeRemarks.of(result).forEach(this::error);
        return exitCode(result);
    }

    private int exitCode(RunResult result) {
        if (noLoad) { // another program continues to write, so the stream never reaches the end
            return StreamCommand.exitCode(result, interruption);
        }
        return isCutShort(result) ? Failures.FAILED : Failures.exitCode(result);
    }

    private int shrink(StopSignal stop) throws InterruptedException {
        ConsumerShrink shrink =
                new ConsumerShrink(this, optionConsumer().orElseThrow(), consumerResult -> !consumerResult.isHeld());
        PlanBuilder plan = options.plan(stop, WARM_UP).prepareFirst().cleanupAfter();
        RunResult result = shrink.shrink(shrinkOptions.time(), plan, options);
        return stop.isRaised() ? Failures.FAILED : exitCode(result);
    }

    private static Stream<String> optionNames(Object... annotatedObjects) {
        return Stream.of(annotatedObjects)
                .flatMap(object -> CommandSpec.forAnnotatedObject(object).optionsMap().keySet().stream());
    }

    private void refuseLoad() {
        Set<String> allowedOptions = Stream.concat(
                        Stream.of(
                                "--warmup-time",
                                "--drain-timeout",
                                "--no-load",
                                "--consumer",
                                "--consumer-name",
                                "--play",
                                "--at-least-once",
                                "--assume-ended",
                                "--worker-timeout",
                                "--tolerate-worker-loss"),
                        optionNames(
                                new SubscribeCommand(),
                                new LineSourceOptions(),
                                new LineOptions(),
                                new ProbeOptions(),
                                new PlayingOptions()))
                .collect(Collectors.toSet());
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!allowedOptions.contains(option.names()[0])) {
                throw usageError(OptionGroup.nameAsGiven(
                                option, spec.commandLine().getParseResult()) + " is given, but "
                        + (noLoad ? "--no-load" : "--play") + " too: nothing is written then; leave one of them out");
            }
        }
    }
}
