// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.workload.ConnectionSource;
import java.util.List;

/** Workers that are threads of this process: the load driver as a pool. */
public final class LocalWorkerPool extends LoadDriver implements WorkerPool {

    private LocalWorkerPool(ConnectionSource pool, Spec spec, LoadSpec here, LoadShare share, NanoClock clock) {
        super(spec.workload(), pool, here, spec.ignoredErrors(), spec.meter(), clock, spec.firstWorker(), share);
    }

    public static WorkerPool.Factory on(WriteTarget target, NanoClock clock) {
        return spec -> {
            LoadSpec load = spec.load().load();
            return of(target.openLoadPool(load.threads(), spec.tracking()), spec, load, LoadShare.ALL, clock);
        };
    }

    /**
     * Creates a pool for a part of a load's workers in this process.
     *
     * @param pool a connection for each; closed with them
     * @param spec with the first worker of this process
     * @param here the workers of this process, and the start times of the whole load
     */
    public static LocalWorkerPool of(
            ConnectionSource pool, Spec spec, LoadSpec here, LoadShare share, NanoClock clock) {
        try {
            return new LocalWorkerPool(pool, spec, here, share, clock);
        } catch (RuntimeException | Error e) {
            pool.close();
            throw e;
        }
    }

    @Override
    public Distribution waiting(long stoppedAtNanos) {
        return Distribution.sum(List.of(Distribution.of(leftOut()), Distribution.of(waitingStarts(stoppedAtNanos))));
    }
}
