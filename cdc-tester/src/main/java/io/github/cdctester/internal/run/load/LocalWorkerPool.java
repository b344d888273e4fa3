// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.run.load;

import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.internal.meter.duration.Distribution;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.internal.writer.LoadDriver;
import io.github.cdctester.internal.writer.LoadShare;
import io.github.cdctester.internal.writer.Workers;
import io.github.cdctester.result.summary.LoadClient;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Workers in this process. */
public final class LocalWorkerPool extends LoadDriver implements WorkerPool {

    private static final ConnectionSource NO_CONNECTIONS = () -> {
        throw new SQLException("a part of a load without an owner has no connection");
    };

    private final @Nullable LoadClient client;

    private LocalWorkerPool(
            Workers.Factory workers,
            @Nullable LoadClient client,
            Spec spec,
            LoadSpec localLoad,
            LoadShare share,
            NanoClock clock) {
        super(workers, localLoad, spec.ignoredErrors(), spec.meter(), clock, spec.firstWorker(), share);
        this.client = client;
    }

    public static WorkerPool.Factory on(WriteTarget target, NanoClock clock) {
        return spec -> {
            LoadSpec load = spec.load().load();
            ConnectedClient connected = ConnectedClient.open(target.endpoint(), target.tls(), spec, load.threads());
            return of(connected, spec, load, LoadShare.ALL, clock);
        };
    }

    /**
     * @param connected one connection per worker, closed by the workers, or by this method if it fails
     *
     * @param spec its {@code firstWorker} is the first worker of this process
     * @param localLoad workers in this process, and the schedule of the whole load
     */
    public static LocalWorkerPool of(
            ConnectedClient connected, Spec spec, LoadSpec localLoad, LoadShare share, NanoClock clock) {
        try {
            return new LocalWorkerPool(connected.workerFactory(), connected.client(), spec, localLoad, share, clock);
        } catch (RuntimeException | Error e) {
            connected.closeConnections().run();
            throw e;
        }
    }

    /** Starts no transaction: no node runs this share of the load. */
    public static LocalWorkerPool notConnected(Spec spec, LoadShare share, NanoClock clock) {
        return new LocalWorkerPool(
                LoadDriver.jdbcWorkers(spec.workload(), NO_CONNECTIONS),
                null,
                spec,
                spec.load().load(),
                share,
                clock);
    }

    @Override
    public Optional<LoadClient> client() {
        return Optional.ofNullable(client);
    }

    @Override
    public Distribution waitingTimes(long stoppedAtNanos) {
        return Distribution.sum(
                List.of(Distribution.of(skippedStarts()), Distribution.of(waitingStarts(stoppedAtNanos))));
    }
}
