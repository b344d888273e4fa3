// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.cli.failure.Failures;
import io.github.cdctester.cli.failure.Interruption;
import io.github.cdctester.cli.kafka.KafkaTopics;
import io.github.cdctester.cli.options.InjectOptions;
import io.github.cdctester.cli.options.LineOptions;
import io.github.cdctester.cli.options.OptionGroup;
import io.github.cdctester.cli.options.Places;
import io.github.cdctester.cli.options.PlayingOptions;
import io.github.cdctester.cli.options.ProbeOptions;
import io.github.cdctester.cli.options.ShrinkOptions;
import io.github.cdctester.cli.options.SweepOptions;
import io.github.cdctester.cli.session.CommandServer;
import io.github.cdctester.cli.session.LineSourceOptions;
import io.github.cdctester.cli.source.JudgeRemarks;
import io.github.cdctester.cli.source.LineSource;
import io.github.cdctester.cli.source.StartedProgram;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Plan;
import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.experiment.cost.CostSampler;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.SampleRow;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.stop.StopSignal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** A run with a consumer under test, which is judged by its output. */
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

    /** A consumer starts while this command starts: earlier writes are not expected. */
    private static final Duration WARM_UP = Duration.ofSeconds(5);

    @Mixin
    private LineSourceOptions sourceOptions;

    @Mixin
    private LineOptions lineOptions;

    @Option(
            names = "--consumer",
            paramLabel = "NAME",
            description = "Name of the consumer in the result (default: consumer)")
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
            converter = Places.Name.class,
            description = "Play this recording at --host and --port (default: 127.0.0.1:3307) in place of a server")
    private @Nullable Path played;

    @Mixin
    private PlayingOptions playing;

    @Mixin
    private ShrinkOptions shrinkOptions;

    @Mixin
    private RunOptions options;

    @Mixin
    private InjectOptions inject;

    JudgeCommand(Interruption interruption) {
        super(interruption);
    }

    @Override
    public Integer call() throws InterruptedException {
        SweepOptions.refuseLists(spec);
        for (String option : Set.of("--speed", "--ssl-key-store", "--ssl-key-store-password-file")) {
            if (played == null && isGiven(option)) {
                throw usage(option + " is given, but no recording that is played: say which with --play");
            }
        }
        if (shrinkOptions.isWanted()) {
            return shrunk(interruption.stopSignal());
        }
        LineSource source = sourceOptions.source(played == null ? options.given() : Optional.of(options.playedAt()));
        ConsumerProbe probe = ConsumerProbe.named(name);
        if (assumeEnded) {
            probe.assumeEnded();
        }
        if (atLeastOnce) {
            probe.allowRepeats();
        }
        Path recording = played;
        boolean followed = noLoad || recording != null;
        if (followed) {
            refuseLoad();
        }
        if (snapshot) {
            if (!stamps()) {
                throw usage("--snapshot compares rows by their stamps: add --stamp=on");
            }
            probe.judgeSnapshot();
        }
        boolean byNodes = isGiven("--subscribers");
        StopSignal stop = interruption.stopSignal();
        PlanBuilder plan = recording != null
                ? options.playing(stop, recording, playing.factor(), playing.tls())
                : noLoad ? options.following(stop, WARM_UP) : options.plan(stop, snapshot ? Duration.ZERO : WARM_UP);
        options.keepNodes(plan);
        plan.consumer(probe);
        inject.apply(plan, followed ? plan.build().window().measure() : options.measured(), options.given());
        lineOptions.shape(false); // wrong values show before anything is opened
        try (source;
                CostSampler cost = costOf(source)) {
            if (cost != null) {
                JudgedProbe.of(probe).measureBy(cost);
            }
            if (source instanceof KafkaTopics topics) {
                topics.open(byNodes ? probe : null);
            }
            boolean mixed = source instanceof KafkaTopics topics && topics.partitions() > 1;
            ConsumerLines lines = ConsumerLines.to(probe, lineOptions.shape(mixed));
            int code = followed ? judged(plan, source, lines) : judgedWithLoad(plan, source, lines);
            if (cost != null) {
                cost.failure().ifPresent(why -> error("the cost of " + name + " is unknown: " + why));
            }
            return code;
        }
    }

    private @Nullable CostSampler costOf(LineSource source) {
        return source instanceof StartedProgram started
                ? CostSampler.ofProcess(name, started::process, Optional.empty())
                : null;
    }

    /** Begins to read; who is returned starts a program that makes a snapshot when the load has begun. */
    private RunListener begin(LineSource source, ConsumerLines lines) {
        boolean later = snapshot && source instanceof StartedProgram;
        if (!later) {
            source.begin(lines);
        }
        return new RunListener() {
            private boolean started = !later;

            @Override
            public void sample(SampleRow sample) {
                if (!started && sample.phase() == SampleRow.RunPart.MEASURE) {
                    started = true;
                    source.begin(lines);
                }
            }
        };
    }

    private int judgedWithLoad(PlanBuilder plan, LineSource source, ConsumerLines lines) throws InterruptedException {
        try (CommandServer server = options.open(plan, interruption)) {
            options.lead(plan, server);
            return judged(plan, source, lines);
        }
    }

    private int judged(PlanBuilder builder, LineSource source, ConsumerLines lines) throws InterruptedException {
        interruption.begin();
        Plan plan = builder.build(); // rejects invalid options before reading anything
        RunListener starting = begin(source, lines);
        error("reads the lines of " + name + " from " + source.name() + "; it can follow the log of " + server(plan));
        RunResult result;
        try {
            result = Session.run(
                    this,
                    options.output(),
                    session -> session.listeningTo(builder, starting).run());
        } finally {
            source.close();
            JudgeRemarks.of(source, lines.findings(), stamps()).forEach(this::error);
        }
        JudgeRemarks.of(result).forEach(this::error);
        return exitCode(result);
    }

    private int exitCode(RunResult result) {
        if (isCutShort(result) && !noLoad) {
            return Failures.FAILED;
        }
        // another program continues to write: the end is never seen
        int code = noLoad && result.verdict().status() == Verdict.Status.BEHIND
                ? Failures.exitCodeOfChecks(result)
                : Failures.exitCode(result);
        return code == Failures.DONE && result.consumers().stream().anyMatch(one -> !one.isHeld())
                ? Failures.CHECK_FAILED
                : code;
    }

    private int shrunk(StopSignal stop) throws InterruptedException {
        JudgedTrials trials = new JudgedTrials(
                this,
                name,
                () -> sourceOptions.source(options.given()),
                lineOptions.shape(false),
                one -> !one.isHeld());
        PlanBuilder plan = options.plan(stop, WARM_UP).prepareFirst().cleanupAfter();
        RunResult result = trials.shrink(shrinkOptions.time(), plan, options);
        return stop.isRaised() ? Failures.FAILED : exitCode(result);
    }

    private boolean stamps() {
        return spec.commandLine().getParseResult().matchedOptionValue("--stamp", Boolean.FALSE);
    }

    private static String server(Plan plan) {
        Endpoint endpoint = plan.cdcEndpoint();
        return endpoint.address() + " as user " + endpoint.user();
    }

    private void refuseLoad() {
        Set<String> known = new HashSet<>(new CommandLine(new SubscribeCommand(interruption))
                .getCommandSpec()
                .optionsMap()
                .keySet());
        known.addAll(
                Set.of("--warmup-time", "--drain-timeout", "--no-load", "--consumer", "--at-least-once", "--play"));
        known.addAll(Set.of("--assume-ended", "--worker-timeout", "--tolerate-worker-loss"));
        for (Object own :
                new Object[] {new LineSourceOptions(), new LineOptions(), new ProbeOptions(), new PlayingOptions()}) {
            known.addAll(CommandSpec.forAnnotatedObject(own).optionsMap().keySet());
        }
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!known.contains(option.names()[0])) {
                throw usage(OptionGroup.nameAsGiven(option, spec.commandLine().getParseResult()) + " is given, but "
                        + (noLoad ? "--no-load" : "--play") + " too: nothing is written then; leave one of them out");
            }
        }
    }
}
