// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.config.WorkloadSpec;
import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Cancel;
import io.github.cdctester.internal.cluster.message.Message.ClosePool;
import io.github.cdctester.internal.cluster.message.Message.CreatePool;
import io.github.cdctester.internal.cluster.message.Message.EndSchedule;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Limit;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Opened;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.PoolClosed;
import io.github.cdctester.internal.cluster.message.Message.Ready;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.time.NanoClock;
import io.github.cdctester.workload.Workload;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A pool on this node. A cancellation does not wait for the requests before it. Reports once a second. */
final class WorkerPoolTask extends NodeTask {

    private static final long LOOK_MILLIS = 20;
    private static final long SECOND = 1_000_000_000L;

    private final int number;
    private final Map<WorkloadSpec, Workload> workloads;
    private final NanoClock clock;
    private volatile @Nullable NodeWorkerPool pool;
    private boolean reports;
    private long nextReport;
    private boolean ended;
    private boolean failed;

    WorkerPoolTask(int number, Map<WorkloadSpec, Workload> workloads, Consumer<Message> answers, NanoClock clock) {
        super("cdc-tester-pool-" + number, answers);
        this.number = number;
        this.workloads = workloads;
        this.clock = clock;
    }

    @Override
    void ask(Message message) {
        NodeWorkerPool present = pool;
        if (message instanceof Cancel && present != null) {
            present.pool().cancel();
        } else {
            super.ask(message);
        }
    }

    @Override
    void run() {
        try {
            while (!isLeaving()) {
                attempt(next(LOOK_MILLIS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closePool();
        }
    }

    private void attempt(@Nullable Message next) throws InterruptedException {
        try {
            if (next != null) {
                handle(next);
            }
            NodeWorkerPool present = pool;
            if (present != null) {
                look(present);
            }
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private void fail(Throwable e) {
        if (!failed) {
            failed = true;
            answer(new Failed(number, words(e)));
        }
    }

    private void handle(Message message) throws InterruptedException {
        if (message instanceof CreatePool create) {
            NodeWorkerPool made = new NodeWorkerPool(create, workloads, clock);
            pool = made;
            answer(made.created());
            return;
        }
        NodeWorkerPool present = pool;
        if (message instanceof ClosePool) {
            super.close();
        } else if (present == null) {
            return; // creating it failed, which was reported
        } else if (message instanceof Start) {
            present.pool().start();
            if (present.pool().failure().isEmpty()) {
                present.newConnections().ifPresent(this::answer);
                answer(new Ready(number));
            }
        } else if (message instanceof Limit limit) {
            present.pool().limitTo(limit.transactions());
        } else if (message instanceof EndSchedule end) {
            present.pool().endScheduleAt(end.atNanos());
        } else if (message instanceof Open open) {
            open(present, open);
        } else if (message instanceof Pause) {
            present.pause();
            reports = false;
            answer(new Paused(number, present.finalUpdate()));
        } else if (message instanceof Stop) {
            present.stop();
        }
    }

    private void open(NodeWorkerPool present, Open open) {
        long atNanos = open.atNanos();
        for (long left = atNanos - clock.nanoTime(); left > 0; left = atNanos - clock.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        present.open(atNanos, open.progress());
        answer(new Opened(number, clock.nanoTime() - atNanos, WorkerNode.usage(clock)));
        reports = true;
        nextReport = atNanos + SECOND - WriteProgress.AHEAD_NANOS;
    }

    private void look(NodeWorkerPool present) throws InterruptedException {
        present.pool().failure().ifPresent(this::fail);
        if (ended) {
            return;
        }
        if (present.pool().awaitEnd(0)) {
            ended = true;
            reports = false;
            answer(present.ended());
        } else if (reports && clock.nanoTime() - nextReport >= 0) {
            present.newConnections().ifPresent(this::answer);
            answer(new WriteProgress(number, present.update()));
            nextReport += SECOND;
        }
    }

    private void closePool() {
        String left = null;
        NodeWorkerPool present = pool;
        if (present != null) {
            try {
                present.close();
            } catch (RuntimeException | Error e) {
                left = words(e);
            }
        }
        answerLast(new PoolClosed(number, left));
    }

    @Override
    void close() {
        super.close();
        NodeWorkerPool present = pool;
        if (present != null) {
            present.pool().cancel();
        }
    }
}
