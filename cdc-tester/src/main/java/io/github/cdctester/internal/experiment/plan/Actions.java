// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.internal.experiment.plan.ExperimentPlan.TimedAction;
import io.github.cdctester.result.PlanResult.ActionMark;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Does what is to be done at its time, each in a thread of its own, so that a slow one delays none of the others. An action that
 * fails ends the experiment: what follows would be about something else than the plan.
 */
final class Actions implements AutoCloseable {

    /** How long something that is being done is waited for at the end. */
    private static final long PATIENCE_SECONDS = 10;

    private final List<TimedAction> actions;
    private final Deeds deeds;
    private final Consumer<ActionMark> listener;
    private final Consumer<Throwable> onFailure;
    private final ScheduledThreadPoolExecutor threads;
    private final List<ActionMark> marks = new ArrayList<>();
    private final List<Future<?>> scheduled = new ArrayList<>();
    private long startNanos;
    private boolean started;

    /** Creates them; nothing happens before a phase begins. */
    Actions(
            List<TimedAction> actions,
            Endpoint endpoint,
            Consumer<ActionMark> listener,
            Consumer<Throwable> onFailure) {
        this.actions = actions;
        this.listener = listener;
        this.onFailure = onFailure;
        deeds = new Deeds(endpoint);
        AtomicInteger number = new AtomicInteger();
        threads = new ScheduledThreadPoolExecutor(Math.max(1, actions.size()), task -> {
            Thread thread = new Thread(task, "cdc-action-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        threads.setRemoveOnCancelPolicy(true);
        threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** A phase begins now. */
    synchronized void phaseBegins(String phase) {
        long now = System.nanoTime();
        if (!started) {
            started = true;
            startNanos = now;
        }
        for (TimedAction action : actions) {
            if (action.phase().equals(phase)) {
                scheduled.add(threads.schedule(() -> run(action), action.at().toNanos(), TimeUnit.NANOSECONDS));
            }
        }
    }

    private void run(TimedAction action) {
        long from = System.nanoTime();
        try {
            deeds.run(action.deed());
            listener.accept(add(action, from, (System.nanoTime() - from) / 1e6, null));
        } catch (Throwable e) { // an Error, too, is the experiment's
            add(action, from, null, String.valueOf(e.getMessage()));
            onFailure.accept(e);
        }
    }

    private synchronized ActionMark add(
            TimedAction action, long fromNanos, @Nullable Double millis, @Nullable String failure) {
        ActionMark mark = new ActionMark(
                action.phase(), (fromNanos - startNanos) / 1e9, action.deed().toString(), millis, failure);
        marks.add(mark);
        return mark;
    }

    /** What was done up to now, in the order in which it ended. */
    synchronized List<ActionMark> marks() {
        return List.copyOf(marks);
    }

    /** What is being done is broken off; what was not begun never is. */
    @Override
    public void close() {
        synchronized (this) {
            scheduled.forEach(one -> one.cancel(true));
        }
        threads.shutdownNow();
        deeds.breakOff();
        boolean interrupted = false;
        try {
            threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
