// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.node;

import io.github.cdctester.internal.cluster.message.Message;
import io.github.cdctester.internal.cluster.message.Message.Beat;
import io.github.cdctester.internal.cluster.message.Message.Cancel;
import io.github.cdctester.internal.cluster.message.Message.Dismiss;
import io.github.cdctester.internal.cluster.message.Message.Dismissed;
import io.github.cdctester.internal.cluster.message.Message.EndSchedule;
import io.github.cdctester.internal.cluster.message.Message.Failed;
import io.github.cdctester.internal.cluster.message.Message.Hire;
import io.github.cdctester.internal.cluster.message.Message.Hired;
import io.github.cdctester.internal.cluster.message.Message.Limit;
import io.github.cdctester.internal.cluster.message.Message.Open;
import io.github.cdctester.internal.cluster.message.Message.Opened;
import io.github.cdctester.internal.cluster.message.Message.Pause;
import io.github.cdctester.internal.cluster.message.Message.Paused;
import io.github.cdctester.internal.cluster.message.Message.Ready;
import io.github.cdctester.internal.cluster.message.Message.Start;
import io.github.cdctester.internal.cluster.message.Message.Stop;
import io.github.cdctester.internal.time.NanoClock;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Does what the coordinator asks of one crew, in a thread of its own: one thing after the other, and tells what was done each second.
 * Only a cancellation does not wait its turn.
 */
final class NodeWork implements NodeTask {

    private static final long LOOK_MILLIS = 20;
    private static final long SECOND = 1_000_000_000L;

    private final int number;
    private final NodeWorkloads workloads;
    private final Consumer<Message> answers;
    private final NanoClock clock;
    private final BlockingQueue<Message> asked = new LinkedBlockingQueue<>();
    private final Thread thread;
    private volatile @Nullable NodeCrew crew;
    private volatile boolean leaving;
    private boolean beats;
    private long nextBeat;
    private boolean ended;
    private boolean failed;

    NodeWork(int number, NodeWorkloads workloads, Consumer<Message> answers, NanoClock clock) {
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
            dismiss();
        }
    }

    private void attempt(@Nullable Message next) throws InterruptedException {
        try {
            if (next != null) {
                obey(next);
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
            answers.accept(new Failed(number, e.getMessage() == null ? e.toString() : e.getMessage()));
        }
    }

    private void obey(Message message) throws InterruptedException {
        if (message instanceof Hire hire) {
            NodeCrew made = new NodeCrew(hire.part(), workloads, clock);
            crew = made;
            answers.accept(new Hired(number, made.refusal().orElse(null), made.isMariaDb(), made.driver()));
            return;
        }
        NodeCrew present = crew;
        if (message instanceof Dismiss) {
            leaving = true;
        } else if (present == null) {
            return; // it could not be made, which was said
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
            beats = false;
            answers.accept(new Paused(number, present.allDone()));
        } else if (message instanceof Stop) {
            present.stop();
        }
    }

    private void open(NodeCrew present, long atNanos) {
        for (long left = atNanos - clock.nanoTime(); left > 0; left = atNanos - clock.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        present.open(atNanos);
        answers.accept(new Opened(number, clock.nanoTime() - atNanos, OwnUsage.now(clock)));
        beats = true;
        nextBeat = atNanos + SECOND - Beat.AHEAD_NANOS;
    }

    private void look(NodeCrew present) throws InterruptedException {
        present.failure().ifPresent(this::fail);
        if (ended) {
            return;
        }
        if (present.hasEnded()) {
            ended = true;
            beats = false;
            answers.accept(present.ended(number));
        } else if (beats && clock.nanoTime() - nextBeat >= 0) {
            answers.accept(new Beat(number, present.done()));
            nextBeat += SECOND;
        }
    }

    private void dismiss() {
        String left = null;
        NodeCrew present = crew;
        if (present != null) {
            try {
                present.close();
            } catch (RuntimeException | Error e) {
                left = e.getMessage() == null ? e.toString() : e.getMessage();
            }
        }
        answers.accept(new Dismissed(number, left));
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
