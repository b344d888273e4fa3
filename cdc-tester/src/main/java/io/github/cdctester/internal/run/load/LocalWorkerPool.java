// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.result.LoadClient;
import io.github.cdctester.workload.ConnectionSource;
import java.util.List;
import java.util.Optional;

/** Workers that are threads of this process. */
public final class LocalWorkerPool extends LoadDriver implements WorkerPool {

    private final LoadClient client;

    private LocalWorkerPool(
            LoadClient client, ConnectionSource pool, Spec spec, LoadSpec here, LoadShare share, NanoClock clock) {
        super(spec.workload(), pool, here, spec.ignoredErrors(), spec.meter(), clock, spec.firstWorker(), share);
        this.client = client;
    }

    public static WorkerPool.Factory on(WriteTarget target, NanoClock clock) {
        return spec -> {
            LoadSpec load = spec.load().load();
            LoadClient client = ClientChoice.of(target.endpoint(), spec.load(), spec.workload());
            return of(client, target.openLoadPool(load.threads(), spec.tracking()), spec, load, LoadShare.ALL, clock);
        };
    }

    /**
     * Creates a pool for the part of a load's workers that this process runs.
     *
     * @param client client of the connections
     * @param pool provides one connection per worker; closed with the workers
     * @param spec the load; its {@code firstWorker} is the first worker of this process
     * @param here number of workers in this process, and the schedule of the whole load
     */
    public static LocalWorkerPool of(
            LoadClient client, ConnectionSource pool, Spec spec, LoadSpec here, LoadShare share, NanoClock clock) {
        try {
            return new LocalWorkerPool(client, pool, spec, here, share, clock);
        } catch (RuntimeException | Error e) {
            pool.close();
            throw e;
        }
    }

    @Override
    public Optional<LoadClient> client() {
        return Optional.of(client);
    }

    @Override
    public Distribution waiting(long stoppedAtNanos) {
        return Distribution.sum(
                List.of(Distribution.of(skippedStarts()), Distribution.of(waitingStarts(stoppedAtNanos))));
    }
}
