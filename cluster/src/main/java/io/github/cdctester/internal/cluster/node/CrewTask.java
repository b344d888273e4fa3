// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Cancel;
import io.github.cdctester.internal.cluster.message.Message.CloseCrew;
import io.github.cdctester.internal.cluster.message.Message.CreateCrew;
import io.github.cdctester.internal.cluster.message.Message.CrewClosed;
import io.github.cdctester.internal.cluster.message.Message.CrewCreated;
import io.github.cdctester.internal.cluster.message.Message.EndSchedule;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Limit;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Opened;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.Ready;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.cluster.message.Message.WriteProgress;
import io.github.cdctester.internal.time.NanoClock;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A crew on this node: carries out the coordinator's requests in order, except a cancellation, and reports once a second. */
final class CrewTask implements NodeTask {

    private static final long LOOK_MILLIS = 20;
    private static final long SECOND = 1_000_000_000L;

    private final int number;
    private final WorkloadCache workloads;
    private final Consumer<Message> answers;
    private final NanoClock clock;
    private final BlockingQueue<Message> asked = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile @Nullable NodeCrew crew;
    private volatile boolean leaving;
    private boolean reports;
    private long nextReport;
    private boolean ended;
    private boolean failed;

    CrewTask(int number, WorkloadCache workloads, Consumer<Message> answers, NanoClock clock) {
        this.number = number;
        this.workloads = workloads;
        this.answers = answers;
        this.clock = clock;
        thread = new Thread(this::run, "cdc-tester-crew-" + number);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void ask(Message message) {
        NodeCrew present = crew;
        if (message instanceof Cancel && present != null) {
            present.cancel();
        } else {
            asked.add(message);
        }
    }

    private void run() {
        try {
            while (!leaving) {
                Message next = asked.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                attempt(next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            closeCrew();
        }
    }

    private void attempt(@Nullable Message next) throws InterruptedException {
        try {
            if (next != null) {
                handle(next);
            }
            NodeCrew present = crew;
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
            answers.accept(new Failed(number, NodeTask.words(e)));
        }
    }

    private void handle(Message message) throws InterruptedException {
        if (message instanceof CreateCrew create) {
            NodeCrew made = new NodeCrew(create.assignment(), workloads, clock);
            crew = made;
            answers.accept(new CrewCreated(number, made.refusal().orElse(null), made.isMariaDb(), made.driver()));
            return;
        }
        NodeCrew present = crew;
        if (message instanceof CloseCrew) {
            leaving = true;
        } else if (present == null) {
            return; // creating it failed, which was reported
        } else if (message instanceof Start) {
            present.start();
            if (present.failure().isEmpty()) {
                answers.accept(new Ready(number));
            }
        } else if (message instanceof Limit limit) {
            present.limitTo(limit.transactions());
        } else if (message instanceof EndSchedule end) {
            present.endScheduleAt(end.atNanos());
        } else if (message instanceof Open open) {
            open(present, open.atNanos());
        } else if (message instanceof Pause) {
            present.pause();
            reports = false;
            answers.accept(new Paused(number, present.finalUpdate()));
        } else if (message instanceof Stop) {
            present.stop();
        }
    }

    private void open(NodeCrew present, long atNanos) {
        for (long left = atNanos - clock.nanoTime(); left > 0; left = atNanos - clock.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        present.open(atNanos);
        answers.accept(new Opened(number, clock.nanoTime() - atNanos, WorkerNode.usage(clock)));
        reports = true;
        nextReport = atNanos + SECOND - WriteProgress.AHEAD_NANOS;
    }

    private void look(NodeCrew present) throws InterruptedException {
        present.failure().ifPresent(this::fail);
        if (ended) {
            return;
        }
        if (present.hasEnded()) {
            ended = true;
            reports = false;
            answers.accept(present.ended(number));
        } else if (reports && clock.nanoTime() - nextReport >= 0) {
            answers.accept(new WriteProgress(number, present.update()));
            nextReport += SECOND;
        }
    }

    private void closeCrew() {
        String left = null;
        NodeCrew present = crew;
        if (present != null) {
            try {
                present.close();
            } catch (RuntimeException | Error e) {
                left = NodeTask.words(e);
            }
        }
        answers.accept(new CrewClosed(number, left));
    }

    @Override
    public void close() {
        leaving = true;
        NodeCrew present = crew;
        if (present != null) {
            present.cancel();
        }
    }

    @Override
    public boolean isAlive() {
        return thread.isAlive();
    }

    @Override
    public void join() throws InterruptedException {
        thread.join();
    }
}
