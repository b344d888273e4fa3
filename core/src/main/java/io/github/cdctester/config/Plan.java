// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One run, in full: what is written where and how, and how the stream is followed.
 *
 * @param endpoint where the writes go, and where the stream comes from unless the subscriber says otherwise
 * @param workload what is written; empty where somebody else writes
 * @param load how transactions are started; not used without a workload
 * @param ignoredErrors which SQL errors restart a transaction
 * @param window when the run measures
 * @param subscriber how the stream is followed
 * @param verification how it is found out whether the stream carried everything
 * @param background a second load beside the workload; empty for none
 * @param replay whether the row images of the workload's tables are replayed
 */
public record Plan(
        Endpoint endpoint,
        Optional<WorkloadSpec> workload,
        LoadSpec load,
        LoadSpec.IgnoredErrors ignoredErrors,
        Window window,
        SubscriberSpec subscriber,
        Verification verification,
        Optional<BackgroundLoad> background,
        boolean replay) {

    /** A transaction of the log that has this share of the size asked for is a large one: it may be compressed. */
    private static final int LARGE_SHARE = 4;

    /**
     * Checks that the parts fit.
     *
     * @throws InvalidPlanException if think times meet an open loop, the background does not fit the workload, commits are to
     *     be looked for that somebody else makes, or there is not one stream to replay
     */
    public Plan {
        if (workload.isEmpty() && verification == Verification.EXACT) {
            throw new InvalidPlanException(
                    "verify", "exact", "auto, counts or off where somebody else writes: who does not tell the GTIDs");
        }
        workload.ifPresent(spec -> checkPace(spec, load));
        if (replay) {
            checkReplay(workload, verification, subscriber);
        }
        if (background.isPresent()) {
            WorkloadSpec own = workload.orElseThrow(() -> new InvalidPlanException(
                    "background", background.get().workload().name(), "left out where there is no workload"));
            background.get().checkBeside(own);
            checkPace(background.get().workload(), background.get().load());
        }
    }

    private static void checkReplay(Optional<WorkloadSpec> workload, Verification verification, SubscriberSpec how) {
        if (workload.isEmpty()) {
            throw new InvalidPlanException("replay", "on", "off where somebody else writes");
        }
        if (verification == Verification.OFF) {
            throw new InvalidPlanException("replay", "on", "off where verify is off");
        }
        if (how.streams().size() > 1) {
            throw new InvalidPlanException(
                    "replay", "on", "off with " + how.streams().size() + " streams: it follows one");
        }
    }

    /**
     * A plan without a background and a replay.
     *
     * @param endpoint where the writes go
     * @param workload what is written; empty where somebody else writes
     * @param load how transactions are started
     * @param ignoredErrors which SQL errors restart a transaction
     * @param window when the run measures
     * @param subscriber how the stream is followed
     * @param verification how it is found out whether the stream carried everything
     */
    public Plan(
            Endpoint endpoint,
            Optional<WorkloadSpec> workload,
            LoadSpec load,
            LoadSpec.IgnoredErrors ignoredErrors,
            Window window,
            SubscriberSpec subscriber,
            Verification verification) {
        this(endpoint, workload, load, ignoredErrors, window, subscriber, verification, Optional.empty(), false);
    }

    /**
     * Tells from which size on a transaction of the log is a large one, where large ones are written beside others.
     *
     * @return bytes in the log; 0 where large transactions are not to be told from others
     */
    public long largeFromBytes() {
        if (background.isEmpty()) {
            return 0;
        }
        return Stream.of(workload.orElseThrow(), background.get().workload())
                .filter(spec -> spec.transactionBytes() > 0)
                .mapToLong(spec -> spec.transactionBytes() / LARGE_SHARE)
                .findFirst()
                .orElse(0);
    }

    /**
     * Finds the background if it has tables of its own: two workloads of sysbench share theirs, which are made and dropped once.
     *
     * @return the background; empty where there is none, or its tables are the workload's
     */
    public Optional<BackgroundLoad> ownTablesBeside() {
        return background.filter(beside -> !beside.sharesTablesWith(workload.orElseThrow()));
    }

    private static void checkPace(WorkloadSpec workload, LoadSpec load) {
        if (load instanceof LoadSpec.OpenLoop && workload.ownPace().isPresent()) {
            throw new InvalidPlanException(
                    workload.ownPace().get(), "on", "off where a rate is given: an open loop has its own schedule");
        }
    }

    /**
     * Finds the endpoint of the stream.
     *
     * @return the subscriber's own endpoint, or the one that is written to; of several streams the first one's
     */
    public Endpoint cdcEndpoint() {
        return streams().get(0).endpoint();
    }

    /**
     * Takes the passwords out, so that it can be shown and kept. To run it again, they must be given anew.
     *
     * @return the changed plan
     */
    public Plan withoutPasswords() {
        return new Plan(
                endpoint.withoutPassword(),
                workload,
                load,
                ignoredErrors,
                window,
                subscriber.withoutPasswords(),
                verification,
                background,
                replay);
    }

    /**
     * Lists the streams.
     *
     * @return one or more, in order; a single one has its address as its name
     */
    public List<StreamSpec> streams() {
        if (!subscriber.streams().isEmpty()) {
            return subscriber.streams();
        }
        Endpoint at = subscriber.endpoint().orElse(endpoint);
        return List.of(new StreamSpec(at.address(), at, subscriber.from()));
    }
}
