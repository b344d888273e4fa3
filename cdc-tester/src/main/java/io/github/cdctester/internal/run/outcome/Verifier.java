// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.outcome;

import io.github.cdctester.config.Plan;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.SubscriberSpec.RowCounting;
import io.github.cdctester.config.SubscriberSpec.Sharing;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.failure.Setting;
import io.github.cdctester.internal.judge.verify.Evidence;
import io.github.cdctester.internal.judge.verify.StreamCheck;
import io.github.cdctester.internal.judge.verify.StreamFindings;
import io.github.cdctester.internal.judge.verify.StreamJudge;
import io.github.cdctester.internal.judge.verify.StreamJudge.Method;
import io.github.cdctester.internal.meter.Metric;
import io.github.cdctester.internal.run.stream.FollowedStream;
import io.github.cdctester.internal.run.stream.StreamSide;
import io.github.cdctester.internal.writer.commit.CommitSink;
import io.github.cdctester.internal.writer.commit.CommitTracking;
import io.github.cdctester.internal.writer.commit.ReportedCommits;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.Verdict.Reason;
import io.github.cdctester.result.summary.WriteSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Passes commits of the write side to the streams' ledgers, and derives the verdict. */
public final class Verifier implements RunJudge {

    private final Plan plan;
    private final StreamSide streams;
    private final @Nullable CommitTracking tracking;
    private final ReportedCommits reportedCommits;
    private final @Nullable SharedRowsJudge sharedRows;
    private Optional<RunReplay> replay = Optional.empty();
    private boolean hasUncountedCommits;
    private LongSupplier loggedCommits = () -> 0;
    private long commitsBeforeWindow;

    /**
     * @param consumers may be {@code null}
     * @param sharedRows {@code null} if each stream contains the whole log
     */
    public Verifier(
            Plan plan, StreamSide streams, @Nullable CommitSink consumers, @Nullable SharedRowsJudge sharedRows) {
        this.sharedRows = sharedRows;
        this.plan = plan;
        this.streams = streams;
        boolean mayBeExact = plan.verification() == Verification.AUTO || plan.verification() == Verification.EXACT;
        List<StreamCheck> ledgers = streams.streams().stream()
                .map(FollowedStream::check)
                .flatMap(Optional::stream)
                .toList();
        boolean anyStreamHasGtids = plan.writes()
                && streams.streams().stream()
                        .anyMatch(stream -> gtidObstacle(stream).isEmpty());
        List<CommitSink> receivers = new ArrayList<>();
        if (mayBeExact) {
            ledgers.forEach(ledger -> receivers.add(ledger::acknowledged));
        }
        Stream.ofNullable(consumers).forEach(receivers::add);
        reportedCommits = new ReportedCommits(receivers);
        tracking = anyStreamHasGtids && (mayBeExact || consumers != null) ? new CommitTracking(reportedCommits) : null;
    }

    /** Rows are compared if the stream counts them exactly and the method may be {@code counts}, or if streams divide a log. */
    public static boolean comparesRows(Plan plan) {
        return SharedRowsJudge.areJudged(plan)
                || plan.subscriber().rowCounting() == RowCounting.EXACT
                        && (plan.verification() == Verification.COUNTS || plan.verification() == Verification.AUTO);
    }

    /** Returns the reason why the GTIDs of commits are unknown; empty if they are known. */
    Optional<String> trackingObstacle() {
        FollowedStream firstStream = streams.streams().get(0);
        return gtidObstacle(firstStream).or(() -> trackingObstacle(firstStream));
    }

    /**
     * Returns true if the streams' delays include only this run's own transactions: each commit is matched by its GTID. The final
     * verdict may still use another method, for example if some GTIDs were not reported.
     */
    public boolean knowsOwn() {
        boolean isExact = sharedRows != null
                || streams.streams().stream()
                        .allMatch(stream -> methodOf(stream).kind() == Method.CheckType.EXACT);
        return isExact && reportedCommits.mayBeComplete(loggedCommits.getAsLong());
    }

    /** A lost node may have unreported commits. */
    void setIncompleteCounts() {
        hasUncountedCommits = true;
    }

    public void setReplay(RunReplay newReplay) {
        replay = Optional.of(newReplay);
    }

    /** @param commits counts the commits that changed rows since the load started */
    public void setCommitCounter(LongSupplier commits) {
        loggedCommits = commits;
    }

    /** Returns {@code null} if commits need not or cannot be tracked by GTID. */
    @Nullable
    public CommitTracking tracking() {
        return tracking;
    }

    /** Rejects {@code --verify=exact} without GTIDs, and a replay without whole rows. Called before the first write. */
    public void refuseUnsuitableStreams() {
        if (plan.replay()) {
            streams.streams().forEach(RunReplay::refuseUnsuitable);
        }
        if (plan.verification() == Verification.EXACT && sharedRows == null) {
            streams.streams().forEach(stream -> gtidObstacle(stream).ifPresent(Verifier::refuse));
        }
    }

    /** Rejects {@code --verify=exact} if the driver cannot report GTIDs. Called after the first worker has connected. */
    public void refuseWithoutTracking() {
        if (plan.verification() == Verification.EXACT && sharedRows == null) {
            streams.streams().forEach(stream -> trackingObstacle(stream).ifPresent(Verifier::refuse));
        }
    }

    private static void refuse(String reason) {
        throw new RunFailedException("verify exact is not possible: " + reason);
    }

    @Override
    public void windowOpens() {
        commitsBeforeWindow = loggedCommits.getAsLong();
        streams.streams().forEach(stream -> stream.check().ifPresent(StreamCheck::writeWindowOpens));
        if (sharedRows != null) {
            sharedRows.judge().windowOpens();
        }
        replay.ifPresent(RunReplay::windowOpens);
    }

    @Override
    public void processQueue() {
        if (sharedRows != null) {
            sharedRows.judge().takeReports();
        }
    }

    /**
     * Only heartbeats can arrive before earlier commits, so only streams that heartbeats mark can be late. If streams divide a log, a
     * heartbeat in one stream is no evidence for the other streams.
     */
    @Override
    public boolean mayHaveLateTransactions() {
        return sharedRows == null
                && streams.streams().stream().anyMatch(stream -> stream.isMarkedByHeartbeats() && lacksCommits(stream));
    }

    private boolean lacksCommits(FollowedStream stream) {
        return switch (methodOf(stream).kind()) {
            case EXACT -> stream.check().map(StreamCheck::pending).orElse(0L) > 0;
            case COUNTS ->
                stream.spec().logName().isEmpty() // a named stream contains only a part of the log
                        && MeasuredStream.observedTransactions(MeasuredStream.countsInWindow(
                                        stream.meter().snapshot()))
                                < loggedCommits.getAsLong() - commitsBeforeWindow;
            default -> false;
        };
    }

    @Override
    public void compareAfterRun() {
        replay.ifPresent(RunReplay::compare);
    }

    private Method methodOf(FollowedStream stream) {
        if (plan.verification() == Verification.OFF) {
            return new Method(Method.CheckType.NONE, Reason.VERIFY_OFF.text());
        }
        if (!plan.writes()) {
            return stream.server().info().hasGtids() || streams.needsHeartbeats()
                    ? new Method(Method.CheckType.CONTINUITY, Reason.NUMBERS_COMPARED.text())
                    : new Method(Method.CheckType.NONE, Reason.NOTHING_TO_COMPARE.text());
        }
        if (plan.verification() == Verification.COUNTS) {
            return hasUncountedCommits
                    ? new Method(Method.CheckType.NONE, Reason.COMMITS_UNKNOWN.text())
                    : new Method(Method.CheckType.COUNTS, Reason.COUNTS_REQUESTED.text());
        }
        Optional<String> obstacle = gtidObstacle(stream).or(() -> trackingObstacle(stream));
        if (hasUncountedCommits && obstacle.isPresent()) {
            return new Method(Method.CheckType.NONE, Reason.NOT_EXACT_AND_NODE_LOST.text("reason", obstacle.get()));
        }
        return obstacle.map(reason -> new Method(Method.CheckType.COUNTS, Reason.NOT_EXACT.text("reason", reason)))
                .orElse(new Method(
                        Method.CheckType.EXACT,
                        Reason.join(Reason.GTIDS_COMPARED.text(), streams.orderNotJudgedReason())));
    }

    private static Optional<String> gtidObstacle(FollowedStream stream) {
        if (!stream.spec().logName().isEmpty()) {
            return Optional.of(Reason.PART_OF_LOG.text());
        }
        return stream.server().info().hasGtids()
                ? Optional.empty()
                : Optional.of(Reason.NO_GTIDS.text(
                        "server", stream.server().endpoint().address()));
    }

    private Optional<String> trackingObstacle(FollowedStream stream) {
        if (tracking == null || tracking.refusal().isPresent()) {
            return tracking == null ? Optional.of(Reason.COMMITS_NOT_FOLLOWED.text()) : tracking.refusal();
        }
        return tracking.isMariaDb() == stream.server().info().isMariaDb()
                ? Optional.empty()
                : Optional.of(Reason.GTIDS_OF_OTHER_KIND.text());
    }

    /**
     * Called after the end of all streams.
     *
     * @param write {@code null} if the run has no loads
     * @param rows {@code null} if rows are not compared
     * @param failure {@code null} if the run did not fail
     */
    Verdict verdict(
            List<MeasuredStream> measuredStreams,
            @Nullable WriteSummary write,
            @Nullable WrittenRows rows,
            RunTimeline timeline,
            @Nullable String failure) {
        WrittenRows comparedRows = sharedRows == null ? rows : null;
        List<Evidence> evidence = measuredStreams.stream()
                .map(stream ->
                        evidence(stream, write, comparedRows, incompleteReason(timeline, stream.stream(), failure)))
                .toList();
        if (measuredStreams.isEmpty()) {
            return StreamJudge.withoutStream();
        }
        if (sharedRows != null && write != null) {
            Evidence total = evidence.stream().reduce(Evidence::plus).orElseThrow();
            return withConnectorLimits(sharedRows.verdict(total, write, rows, streams.orderNotJudgedReason()));
        }
        Verdict verdict = eachIsPartOfLog(measuredStreams) && write != null
                ? StreamJudge.verdict(
                        methodOf(measuredStreams.get(0).stream()),
                        evidence.stream().reduce(Evidence::plus).orElseThrow())
                : verdict(measuredStreams, evidence);
        return withConnectorLimits(replay.map(rowReplay ->
                        rowReplay.judge(verdict, write, failure == null && timeline.streamsBehind.isEmpty()))
                .orElse(verdict));
    }

    private Verdict verdict(List<MeasuredStream> measuredStreams, List<Evidence> evidence) {
        List<Verdict.OfStream> verdicts = new ArrayList<>();
        for (int i = 0; i < measuredStreams.size(); i++) {
            FollowedStream stream = measuredStreams.get(i).stream();
            verdicts.add(new Verdict.OfStream(
                    stream.name(), withIncident(StreamJudge.verdict(methodOf(stream), evidence.get(i)), stream)));
        }
        return verdicts.size() == 1 ? verdicts.get(0).verdict() : Verdict.worstOf(verdicts);
    }

    /** After an incident event, the log may lack changes. Only a verdict from matched GTIDs remains {@code LOSSLESS}. */
    private static Verdict withIncident(Verdict verdict, FollowedStream stream) {
        String incident = stream.subscription().state().incident();
        return incident.isEmpty() || verdict.method().equals("exact") || verdict.status() != Verdict.Status.LOSSLESS
                ? verdict
                : verdict.notChecked(Reason.join(verdict.reason(), Reason.INCIDENT.text("place", incident)));
    }

    /** Events that the connector cannot read would be missing in an application. */
    private Verdict withConnectorLimits(Verdict verdict) {
        boolean isAllRead = streams.streams().stream()
                .allMatch(stream -> stream.subscription().state().connector().unread() == 0);
        return isAllRead || verdict.status() != Verdict.Status.LOSSLESS
                ? verdict
                : verdict.notChecked(Reason.join(verdict.reason(), Reason.CONNECTOR_SKIPPED_EVENTS.text()));
    }

    /** Only the sum of all streams can then be compared with the writes. */
    private static boolean eachIsPartOfLog(List<MeasuredStream> measuredStreams) {
        return measuredStreams.stream()
                .noneMatch(measuredStream ->
                        measuredStream.stream().spec().logName().isEmpty());
    }

    private Evidence evidence(
            MeasuredStream measuredStream,
            @Nullable WriteSummary write,
            @Nullable WrittenRows rows,
            @Nullable String incompleteReason) {
        return new Evidence(
                write == null ? null : write.logged(),
                write == null ? null : write.unknownOutcome(),
                MeasuredStream.observedTransactions(measuredStream.counts()),
                measuredStream.stream().check().map(StreamCheck::findings).orElse(StreamFindings.NOTHING),
                measuredStream.stream().server().info().hasGtids(),
                measuredStream.counts().get(Metric.HEARTBEATS),
                !measuredStream.stream().isMarkedByHeartbeats(),
                incompleteReason,
                rows == null ? null : rows.compareWith(measuredStream));
    }

    @Override
    public long surplusParts() {
        return sharedRows == null ? 0 : sharedRows.judge().surplusParts();
    }

    private @Nullable String incompleteReason(RunTimeline timeline, FollowedStream stream, @Nullable String failure) {
        if (failure != null) {
            return Reason.RUN_BROKE.text("failure", failure);
        }
        if (plan.subscriber().streamsShare() != Sharing.NOTHING
                && streams.needsHeartbeats()
                && stream.meter().snapshot().lastHeartbeat() < 0) {
            return Reason.NO_HEARTBEAT.text("stream", stream.name(), "setting", Setting.STREAMS_SHARE);
        }
        return timeline.streamsBehind.contains(stream.name()) ? Reason.END_NOT_SEEN.text() : null;
    }

    /** Requested verifications that did not take place fail. */
    static Stream<Check> failedVerifications(Plan plan, Verdict verdict) {
        boolean wasVerified = switch (plan.verification()) {
            case EXACT -> verdict.method().equals("exact") && verdict.status() != Verdict.Status.NOT_CHECKED;
            case COUNTS -> !verdict.method().equals("none");
            case AUTO, OFF -> true;
        };
        String request = "verify=" + plan.verification().name().toLowerCase(Locale.ROOT);
        String outcome = "the verdict is " + verdict.headline() + ": " + verdict.reason();
        String replayFailure = plan.replay() ? replayObstacle(verdict) : null;
        return Stream.concat(
                wasVerified ? Stream.empty() : Stream.of(new Check(request, null, false, outcome)),
                Stream.ofNullable(replayFailure).map(reason -> new Check("replay", null, false, reason)));
    }

    private static @Nullable String replayObstacle(Verdict verdict) {
        Verdict.ReplaySummary replay = verdict.replay();
        boolean hasCommits = verdict.committed() == null || verdict.committed() > 0;
        return replay == null
                ? "the rows were not replayed"
                : replay.reason() != null
                        ? "the replay ended early: " + replay.reason()
                        : replay.transactions() == 0 && hasCommits ? "no transaction was replayed" : null;
    }
}
