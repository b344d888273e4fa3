// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.plan.PhaseResults.PhaseSeconds;
import io.github.cdctester.internal.experiment.steps.StepsOfRun;
import io.github.cdctester.internal.report.SampleFile;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.StoredSamples;
import io.github.cdctester.internal.report.StoredTimeline;
import io.github.cdctester.internal.report.TimelineFile;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.internal.report.UnfinishedRun.PhasePart;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.SampleRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a plan without a result has left: its seconds, and how it went. The seconds are gone through once and not kept, so that
 * a day of them takes no more memory than a minute.
 */
public final class UnfinishedPlan {

    private static final String RESULT = "plan.json";

    private final Path directory;
    private final StoredSamples samples;
    private final @Nullable StoredTimeline course;
    private final List<Note> notes = new ArrayList<>();
    private final SecondsSum whole;
    private final List<SecondsSum> parts = new ArrayList<>();
    private final StepsOfRun steps = new StepsOfRun();
    private long lastSecond;
    private int readable;

    private UnfinishedPlan(Path directory, StoredSamples samples) {
        this.directory = directory;
        this.samples = samples;
        course = StoredTimeline.read(directory.resolve(TimelineFile.NAME))
                .filter(one -> !one.createdAt().isAfter(samples.createdAt())) // or it is of one that has just begun
                .orElse(null);
        whole = sum();
    }

    /**
     * Looks for one.
     *
     * @return what is known of it; empty where there is none, as its result has been written or it has measured nothing
     */
    public static Optional<UnfinishedRun> find(Path path) {
        return findWithSeconds(path).map(Found::run);
    }

    /**
     * What was found.
     *
     * @param seconds its seconds up to the first one that is not whole; read from the file when they are asked for
     */
    public record Found(UnfinishedRun run, List<SampleRow> seconds) {}

    /** As {@link #find}, with the seconds. */
    public static Optional<Found> findWithSeconds(Path path) {
        boolean named = path.endsWith(SampleFile.NAME) && Files.isRegularFile(path);
        Path directory = named ? path.toAbsolutePath().getParent() : path;
        if (directory == null || !Files.isRegularFile(directory.resolve(SampleFile.NAME))) {
            return Optional.empty();
        }
        Path result = directory.resolve(RESULT);
        if (Files.isRegularFile(result) && !isOfAnEarlierOne(result, directory.resolve(SampleFile.NAME))) {
            return Optional.empty();
        }
        StoredSamples samples = StoredSamples.read(directory.resolve(SampleFile.NAME));
        boolean others = Files.exists(result) || Files.exists(directory.resolve("result.json"));
        if (others && samples.rows().isEmpty()) {
            return Optional.empty(); // there is more to say about what was measured before
        }
        UnfinishedPlan plan = new UnfinishedPlan(directory, samples);
        if (others) {
            plan.notes.add(Note.of(Code.RESULTS_OF_EARLIER_RUN));
        }
        UnfinishedRun run = plan.read();
        return Optional.of(new Found(run, samples.rows().subList(0, plan.readable)));
    }

    private static boolean isOfAnEarlierOne(Path result, Path samples) {
        Instant startedAt = StoredResult.read(result).plan().startedAt();
        try {
            return startedAt.isBefore(StoredSamples.createdAt(samples));
        } catch (RunFailedException e) {
            return false; // what can be read is the result
        }
    }

    private UnfinishedRun read() {
        List<PhaseSpan> ended = course == null ? List.of() : course.ended();
        String begun = course == null ? null : course.underWay();
        double begunAt = course == null ? 0 : course.underWayFromSecond();
        DoubleStream begins = ended.stream().mapToDouble(PhaseSpan::fromSecond);
        DoubleStream ends = ended.stream().mapToDouble(PhaseSpan::toSecond);
        // without one under way, what stands behind the others has no length
        double last = begun == null ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        for (int i = 0; i <= ended.size(); i++) {
            parts.add(sum());
        }
        addSeconds(new PhaseSeconds(
                DoubleStream.concat(begins, DoubleStream.of(begunAt)).toArray(),
                DoubleStream.concat(ends, DoubleStream.of(last)).toArray()));
        if (course == null) {
            notes.add(Note.of(Code.PHASES_UNKNOWN, "file", TimelineFile.NAME));
        }
        return new UnfinishedRun(
                RunResult.SCHEMA_VERSION,
                UnfinishedRun.KIND,
                course == null ? directory.toString() : course.label(),
                course == null ? "" : course.text(),
                samples.tool(),
                samples.createdAt(),
                writtenAt(),
                course != null && course.goesOn(),
                lastSecond,
                samples.plan(),
                notes,
                whole.value(),
                phases(ended, begun, begunAt),
                course == null ? List.of() : course.actions(),
                steps.all());
    }

    /** Up to the first one that is not whole, as a power cut may leave it. */
    private void addSeconds(PhaseSeconds places) {
        try {
            for (SampleRow row : samples.rows()) {
                int phase = places.phaseOf(row);
                whole.add(row);
                steps.add(row);
                if (phase != PhaseSeconds.NONE) {
                    parts.get(phase).add(row);
                }
                lastSecond = row.second();
                readable++;
            }
        } catch (RunFailedException | IllegalArgumentException e) {
            notes.add(Note.of(Code.SAMPLES_UNREADABLE, "second", lastSecond, "reason", String.valueOf(e.getMessage())));
        }
    }

    private List<PhasePart> phases(List<PhaseSpan> ended, @Nullable String begun, double begunAt) {
        List<PhasePart> phases = new ArrayList<>();
        for (PhaseSpan span : ended) {
            int number = phases.size();
            phases.add(new PhasePart(
                    number + 1,
                    span.name(),
                    span.fromSecond(),
                    span.ended(),
                    parts.get(number).value()));
        }
        if (begun != null) {
            int number = phases.size();
            phases.add(new PhasePart(
                    number + 1, begun, begunAt, null, parts.get(number).value()));
        }
        return phases;
    }

    private SecondsSum sum() {
        return new SecondsSum(
                samples.plan().loads().isEmpty()
                        ? ""
                        : samples.plan().loads().get(0).name());
    }

    private Instant writtenAt() {
        Path file = directory.resolve(SampleFile.NAME);
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            throw new RunFailedException(file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
