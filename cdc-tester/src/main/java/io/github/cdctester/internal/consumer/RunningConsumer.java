// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.NamedLoad;
import io.github.cdctester.config.Plan;
import io.github.cdctester.config.fault.Fault.FaultKind;
import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Format;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.consumer.ConsumerSpec;
import io.github.cdctester.consumer.ConsumerSpec.FileSource;
import io.github.cdctester.consumer.ConsumerSpec.Posts;
import io.github.cdctester.consumer.ConsumerSpec.Source;
import io.github.cdctester.consumer.ConsumerSpec.Topics;
import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.judge.consumer.feed.JudgedProbe;
import io.github.cdctester.internal.usage.CostSampler;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.stop.StopSignal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A consumer during one run: its probe, the source of its lines, and its process if the run started it. */
public final class RunningConsumer implements AutoCloseable {

    private final ConsumerSpec spec;
    private final ConsumerProbe probe;
    private final Endpoint server;
    private final boolean mayRestart;
    private final boolean stampsRows;
    private final LineSource source;
    private final @Nullable StartedProgram program;
    private @Nullable ConsumerLines lines;
    private @Nullable CostSampler costSampler;
    private @Nullable LongSupplier receivedBytes;

    /**
     * @param server the server to follow, or a proxy to it
     * @param mayRestart true if faults may restart the process. Its lines then end only after {@link #onMeasuredPartEnded()}
     */
    public RunningConsumer(ConsumerSpec spec, ConsumerProbe probe, Plan plan, Endpoint server, boolean mayRestart) {
        this.spec = spec;
        this.probe = probe;
        this.server = server;
        this.mayRestart = mayRestart;
        stampsRows = plan.loads().stream().map(NamedLoad::workload).anyMatch(workload -> workload.stamped());
        program = spec.command().isEmpty() ? null : new StartedProgram(spec, server, plan.cdcEndpoint());
        source = createSource(spec.source());
    }

    private LineSource createSource(Source definition) {
        if (definition instanceof FileSource file) {
            return new FollowedFile(file.path());
        } else if (definition instanceof Posts posts) {
            return new HttpPosts(posts.port());
        } else if (definition instanceof Topics topics) {
            return topicSource(topics);
        }
        return program != null && program.isSource() ? program : new StandardInput(System.in);
    }

    private static TopicSource topicSource(Topics topics) {
        return ServiceLoader.load(TopicSource.Provider.class, TopicSource.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new RunFailedException("to read Kafka topics, add"
                        + " io.github.cdctester:cdc-tester-cli (same version as cdc-tester) and its dependencies to the"
                        + " class path"))
                .of(topics);
    }

    public ConsumerSpec spec() {
        return spec;
    }

    public ConsumerProbe probe() {
        return probe;
    }

    /** Returns empty if the run did not start a process. */
    public Optional<ProcessHandle> process() {
        return Optional.ofNullable(program).flatMap(StartedProgram::process);
    }

    /**
     * @param nodesReadTopics true if subscriber nodes, not this process, read the Kafka topics
     * @throws InvalidPlanException if the consumer's identity requires an order that the source does not guarantee
     */
    public void open(boolean nodesReadTopics) {
        boolean hasSeveralPartitions = false;
        if (source instanceof TopicSource topics) {
            topics.open(nodesReadTopics ? probe : null);
            hasSeveralPartitions = topics.partitions() > 1;
        }
        ConsumerLines newLines = ConsumerLines.to(probe, withIdentity(spec.shape(), hasSeveralPartitions, stampsRows));
        lines = newLines;
        measureCost();
        if (!source.equals(program)) {
            source.start(newLines);
        }
    }

    /** Must be called before {@link #open}. The bytes are counted by a proxy. */
    public void setReceivedBytes(LongSupplier bytes) {
        receivedBytes = bytes;
    }

    private void measureCost() {
        String container = spec.container();
        if (container != null) {
            costSampler = CostSampler.ofContainer(spec.name(), container);
        } else if (program != null) {
            costSampler = CostSampler.ofProcess(spec.name(), this::process, Optional.ofNullable(receivedBytes));
        }
        if (costSampler != null) {
            JudgedProbe.of(probe).setCostMeter(costSampler);
        }
    }

    /** Rows of a stamped load are matched by stamp, unless the format has no rows. */
    static Shape withIdentity(Shape shape, boolean hasSeveralPartitions, boolean stampsRows) {
        Identity identity = shape.identity();
        if (hasSeveralPartitions && (identity == Identity.GTID || identity == Identity.POSITION)) {
            throw new InvalidPlanException(
                    "identity",
                    identity.name().toLowerCase(Locale.ROOT),
                    "row, with stamped rows (" + Setting.STAMP
                            + "=on): several partitions do not keep the order of the log");
        }
        return identity == null && (hasSeveralPartitions || stampsRows && shape.format() != Format.GTID)
                ? shape.withIdentity(Identity.ROW)
                : shape;
    }

    public void start() {
        if (program != null && lines != null) {
            program.begin(lines, mayRestart);
        }
    }

    public void awaitReady(StopSignal stop) {
        StartedProgram startedProgram = program;
        if (startedProgram != null) {
            try {
                startedProgram.awaitReady(stop);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RunFailedException("interrupted while " + startedProgram.name() + " was starting", e);
            }
        }
    }

    /**
     * @return a description of the effect
     * @throws RunFailedException if the state of the process does not allow the action
     */
    public String act(FaultKind action) {
        StartedProgram startedProgram = Objects.requireNonNull(program);
        return switch (action) {
            case STOP -> startedProgram.stop();
            case KILL -> startedProgram.kill();
            case PAUSE -> startedProgram.pause();
            case START -> startedProgram.startAgain();
            case RESTART -> {
                String stopText = startedProgram.isRunning() ? startedProgram.stop() + ", " : "";
                yield stopText + startedProgram.startAgain();
            }
            default -> throw new IllegalArgumentException(action + " is not an action on a process");
        };
    }

    /** Resumes a paused process. Afterwards, the process must not be restarted, because its end ends its lines. */
    public void onMeasuredPartEnded() {
        if (program != null && mayRestart) {
            program.endRestarts();
        }
    }

    public String description() {
        return "reads the lines of " + spec.name() + " from " + source.name() + "; " + spec.name()
                + " can follow the log of "
                + server.address() + " as user "
                + server.user();
    }

    /** The list is complete after {@link #close()}. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        StartedProgram startedProgram = program;
        if (lines != null) {
            ConsumerLines.Findings findings = lines.findings();
            remarks.addAll(JudgeRemarks.of(source, findings, stampsRows));
            if (startedProgram != null && !source.equals(startedProgram)) {
                startedProgram.remark().ifPresent(remarks::add);
            } else if (startedProgram != null
                    && findings.lines() == 0
                    && startedProgram.remark().isEmpty()) {
                remarks.add(startedProgram.name() + " printed nothing during the run");
            }
        }
        if (startedProgram != null) {
            remarks.addAll(startedProgram.remarksOnEnd());
        }
        if (costSampler != null) {
            costSampler
                    .failure()
                    .ifPresent(reason -> remarks.add("the cost of " + spec.name() + " is unknown: " + reason));
        }
        return remarks;
    }

    @Override
    public void close() {
        FirstFailure failures = new FirstFailure();
        if (costSampler != null) {
            failures.run(costSampler::close);
        }
        if (program != null) {
            failures.run(program::close);
        }
        failures.run(source::close);
        failures.rethrow();
    }
}
