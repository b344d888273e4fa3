// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.config;

import io.github.cdctester.failure.InvalidPlanException;
import java.util.List;
import java.util.Optional;

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
 */
public record Plan(
        Endpoint endpoint,
        Optional<WorkloadSpec> workload,
        LoadSpec load,
        LoadSpec.IgnoredErrors ignoredErrors,
        Window window,
        SubscriberSpec subscriber,
        Verification verification) {

    /**
     * Checks that the parts fit.
     *
     * @throws InvalidPlanException if think times meet an open loop, or commits are to be looked for that somebody else makes
     */
    public Plan {
        if (workload.isEmpty() && verification == Verification.EXACT) {
            throw new InvalidPlanException(
                    "verify", "exact", "auto, counts or off where somebody else writes: who does not tell the GTIDs");
        }
        if (load instanceof LoadSpec.OpenLoop && workload.orElse(null) instanceof TpccSpec tpcc && tpcc.thinkTimes()) {
            throw new InvalidPlanException(
                    "thinkTimes", "on", "off where a rate is given: an open loop has its own schedule");
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
