// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.plan.PhaseResults.PhaseSeconds;
import io.github.cdctester.internal.report.SampleFile;
import io.github.cdctester.internal.report.StoredResult;
import io.github.cdctester.internal.report.StoredSamples;
import io.github.cdctester.internal.report.StoredTimeline;
import io.github.cdctester.internal.report.TimelineFile;
import io.github.cdctester.internal.report.UnfinishedRun;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.PlanResult;
import io.github.cdctester.result.RunResult.PhaseSpan;
import io.github.cdctester.result.sample.SampleRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** Reads a plan without a result. Does not store the samples, so that memory use does not depend on the length of the run. */
public final class UnfinishedPlan {

    private static final String RESULT_FILE = "plan.json";

    private final Path directory;
    private final StoredSamples samples;
    private final @Nullable StoredTimeline timeline;
    private final PartialRunTotals totals;
    private int readableSamples;

    private UnfinishedPlan(Path directory, StoredSamples samples, Map<String, String> prices) {
        this.directory = directory;
        this.samples = samples;
        timeline = StoredTimeline.read(directory.resolve(TimelineFile.FILE_NAME))
                // a later timeline belongs to a run that has just started
                .filter(stored -> !stored.createdAt().isAfter(samples.createdAt()))
                .orElse(null);
        totals = new PartialRunTotals(
                timeline == null ? "" : timeline.label(),
                timeline == null ? "" : timeline.text(),
                samples.plan(),
                samples.tool(),
                samples.createdAt(),
                prices,
                null);
    }

    /** @param seconds read on demand; ends before the first incomplete sample */
    public record UnfinishedSamples(UnfinishedRun run, List<SampleRow> seconds) {}

    /**
     * @param prices by probe; each replaces the plan's price of the same probe
     * @return empty if the run has a result or no samples file, or if only results of earlier runs exist
     */
    public static Optional<UnfinishedSamples> find(Path path, Map<String, String> prices) {
        boolean isSamplesFile = path.endsWith(SampleFile.FILE_NAME) && Files.isRegularFile(path);
        Path directory = isSamplesFile ? path.toAbsolutePath().getParent() : path;
        if (directory == null || !Files.isRegularFile(directory.resolve(SampleFile.FILE_NAME))) {
            return Optional.empty();
        }
        Path samplesFile = directory.resolve(SampleFile.FILE_NAME);
        Path result = directory.resolve(RESULT_FILE);
        if (Files.isRegularFile(result) && !isOfEarlierRun(result, samplesFile)) {
            return Optional.empty();
        }
        StoredSamples samples = StoredSamples.read(samplesFile);
        Path wholeResult = directory.resolve("result.json"); // written before the plan's result
        boolean hasResults = Files.exists(result) || Files.exists(wholeResult);
        if (hasResults && samples.rows().isEmpty()) {
            return Optional.empty(); // without a sample, these results are used
        }
        UnfinishedPlan plan = new UnfinishedPlan(directory, samples, prices);
        if (Files.exists(result) || hasResults && isOfEarlierRun(wholeResult, samplesFile)) {
            plan.totals.addNote(Note.of(Code.RESULTS_OF_EARLIER_RUN));
        }
        UnfinishedRun run = plan.read();
        return Optional.of(new UnfinishedSamples(run, samples.rows().subList(0, plan.readableSamples)));
    }

    private static boolean isOfEarlierRun(Path file, Path samples) {
        StoredResult result = StoredResult.read(file);
        Instant startedAt = result.isOfType(PlanResult.class)
                ? result.as(PlanResult.class).startedAt()
                : result.run().startedAt();
        try {
            return startedAt.isBefore(StoredSamples.createdAt(samples));
        } catch (RunFailedException e) {
            return false; // the samples cannot be read, but the result can
        }
    }

    private UnfinishedRun read() {
        List<PhaseSpan> endedSpans = timeline == null ? List.of() : timeline.ended();
        String runningPhase = timeline == null ? null : timeline.openPhase();
        double runningPhaseStart = timeline == null ? 0 : timeline.openPhaseFromSecond();
        DoubleStream phaseStarts = endedSpans.stream().mapToDouble(PhaseSpan::fromSecond);
        DoubleStream phaseEnds = endedSpans.stream().mapToDouble(PhaseSpan::toSecond);
        // if no phase is running, the last interval is empty
        double runningPhaseEnd = runningPhase == null ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        endedSpans.forEach(span -> totals.addPhase(span.name(), span.fromSecond(), span));
        if (runningPhase != null) {
            totals.addPhase(runningPhase, runningPhaseStart, null);
        }
        addSeconds(new PhaseSeconds(
                DoubleStream.concat(phaseStarts, DoubleStream.of(runningPhaseStart))
                        .toArray(),
                DoubleStream.concat(phaseEnds, DoubleStream.of(runningPhaseEnd)).toArray()));
        if (timeline == null) {
            totals.addNote(Note.of(Code.PHASES_UNKNOWN, "file", TimelineFile.FILE_NAME));
        } else {
            timeline.actions().forEach(totals::addAction);
        }
        return totals.toUnfinishedRun(writtenAt(), timeline != null && timeline.goesOn());
    }

    /** A power failure may leave an incomplete sample. Reading ends before it. */
    private void addSeconds(PhaseSeconds phaseSeconds) {
        try {
            for (SampleRow row : samples.rows()) {
                totals.add(row, phaseSeconds.phaseIndexOf(row));
                readableSamples++;
            }
        } catch (RunFailedException | IllegalArgumentException e) {
            totals.addNote(Note.of(Code.SAMPLES_UNREADABLE)
                    .with("second", totals.lastSecond())
                    .with("reason", String.valueOf(e.getMessage())));
        }
    }

    private Instant writtenAt() {
        Path file = directory.resolve(SampleFile.FILE_NAME);
        try {
            return Files.getLastModifiedTime(file).toInstant();
        } catch (IOException e) {
            throw new RunFailedException(file + " cannot be read: " + e.getMessage(), e);
        }
    }
}
