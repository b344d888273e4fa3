// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.fault.Fault;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.closing.FirstFailure;
import io.github.cdctester.internal.experiment.plan.Scenario.TimedAction;
import io.github.cdctester.internal.program.Program;
import io.github.cdctester.internal.run.load.WriteTarget;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.PlanResult.ActionMark;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Executes actions at their times, each in its own thread, because a slow action must not delay other actions. A failed statement or
 * program ends the run, because the run would no longer follow the plan; a failed fault does not.
 */
final class ActionExecutor implements AutoCloseable {

    private static final long CLOSE_TIMEOUT_SECONDS = 10;

    private static final String NOT_STARTED = "the plan ended before";

    /** Unlike other actions, faults are not injected after the last phase: the drain needs a working server and stream. */
    private static final String FAULT_NOT_STARTED = "the last phase ended before";

    /** Maximum number of actions that the note lists. */
    private static final int MAX_TEXTS = 3;

    private final Endpoint endpoint;
    private final Predicate<Fault> injection;
    private final Consumer<ActionMark> listener;
    private final Consumer<Throwable> onFailure;
    private final ScheduledThreadPoolExecutor threads;
    private final List<ActionMark> marks = new ArrayList<>();
    private final List<TimedAction> unscheduledActions;
    private final List<PendingAction> pendingActions = new ArrayList<>();
    private final Set<AutoCloseable> runningActions = new HashSet<>();
    private long startNanos;
    private boolean hasStarted;
    private volatile boolean isClosed;

    private record PendingAction(TimedAction action, long dueNanos) {}

    /**
     * Creates the executor; no action runs before a phase begins. The callbacks {@code injection}, {@code listener} and {@code
     * onFailure} are called in the actions' threads.
     *
     * @param injection injects a fault; returns false if the run no longer injects faults
     */
    ActionExecutor(
            List<TimedAction> actions,
            Endpoint endpoint,
            Predicate<Fault> injection,
            Consumer<ActionMark> listener,
            Consumer<Throwable> onFailure) {
        unscheduledActions = new ArrayList<>(actions);
        this.endpoint = endpoint;
        this.injection = injection;
        this.listener = listener;
        this.onFailure = onFailure;
        threads = new ScheduledThreadPoolExecutor(Math.max(1, actions.size()), task -> {
            Thread thread = new Thread(task, "cdc-action");
            thread.setDaemon(true);
            return thread;
        });
    }

    synchronized void phaseBegins(String phase) {
        if (!hasStarted) {
            hasStarted = true;
            startNanos = System.nanoTime();
        }
        schedule(action -> action.after().isEmpty() && action.phase().equals(phase));
    }

    synchronized void loadEnded(String load) {
        schedule(action -> action.after().filter(load::equals).isPresent());
    }

    private void schedule(Predicate<TimedAction> isDue) {
        List<TimedAction> dueActions = unscheduledActions.stream().filter(isDue).toList();
        unscheduledActions.removeIf(isDue);
        for (TimedAction action : dueActions) {
            long delayNanos = action.at().toNanos();
            PendingAction pending = new PendingAction(action, System.nanoTime() + delayNanos);
            pendingActions.add(pending);
            threads.schedule(() -> start(pending), delayNanos, TimeUnit.NANOSECONDS);
        }
    }

    private void start(PendingAction pending) {
        boolean isDue;
        synchronized (this) {
            isDue = pendingActions.remove(pending);
        }
        if (isDue) {
            run(pending.action());
        }
    }

    private void run(TimedAction action) {
        long actionStartNanos = System.nanoTime();
        if (action.operation() instanceof TimedAction.Inject inject) {
            if (!injection.test(inject.fault())) { // else the injector reports the effect
                report(addMark(action, actionStartNanos, false, null, FAULT_NOT_STARTED));
            }
            return;
        }
        FirstFailure failures = new FirstFailure();
        failures.run(() -> execute(action.operation()));
        Throwable failure = failures.first();
        if (failure == null) {
            report(addMark(action, actionStartNanos, true, (System.nanoTime() - actionStartNanos) / 1e6, null));
        } else if (isClosed && !(failure instanceof Error)) {
            addMark(action, actionStartNanos, true, null, null); // close() has ended the action
        } else {
            onFailure.accept(recordFailure(action, actionStartNanos, failure));
        }
    }

    private void report(ActionMark mark) {
        FirstFailure failures = new FirstFailure();
        failures.run(() -> listener.accept(mark));
        Throwable failure = failures.first();
        if (failure != null) {
            onFailure.accept(failure);
        }
    }

    private Throwable recordFailure(TimedAction action, long actionStartNanos, Throwable cause) {
        boolean isError = cause instanceof Error;
        String reason =
                isError ? cause.toString() : String.valueOf(cause.getMessage()).replaceFirst("^\\(conn=\\d+\\) ", "");
        addMark(action, actionStartNanos, true, null, reason);
        return isError
                ? cause // an Error also fails the run
                : new RunFailedException("the action '" + action.operation() + "' failed: " + reason, cause);
    }

    private void execute(TimedAction.Operation operation) throws Exception {
        if (operation instanceof TimedAction.Sql sql) {
            execute(sql);
        } else if (operation instanceof TimedAction.Command command) {
            try (Program program = Program.start("the program", command.words(), endpoint)) {
                runAbortably(program, program::awaitSuccess);
            }
        }
    }

    private void execute(TimedAction.Sql sql) throws Exception {
        try (WriteTarget target = WriteTarget.open(endpoint)) {
            runAbortably(target.sidePool()::closeNow, () -> {
                try (Connection connection = target.sidePool().connection();
                        Statement statement = connection.createStatement()) {
                    statement.execute(sql.statement());
                }
            });
        }
    }

    private void runAbortably(AutoCloseable abort, FirstFailure.Action task) throws Exception {
        synchronized (this) {
            if (isClosed) {
                throw new RunFailedException("the experiment has ended");
            }
            runningActions.add(abort);
        }
        try {
            task.run();
        } finally {
            synchronized (this) {
                runningActions.remove(abort);
            }
        }
    }

    private synchronized ActionMark addMark(
            TimedAction action,
            long actionStartNanos,
            boolean started,
            @Nullable Double millis,
            @Nullable String failure) {
        ActionMark mark = new ActionMark(
                action.phase(),
                (actionStartNanos - startNanos) / 1e9,
                action.operation().toString(),
                started,
                millis,
                failure);
        marks.add(mark);
        return mark;
    }

    /** Returns ended actions in the order of their ends, then actions that did not start. */
    synchronized List<ActionMark> marks() {
        return List.copyOf(marks);
    }

    synchronized Optional<Note> note() {
        List<String> texts = marks.stream()
                .filter(mark -> !mark.started())
                .map(ActionMark::text)
                .toList();
        if (texts.isEmpty()) {
            return Optional.empty();
        }
        List<String> firstTexts = texts.subList(0, Math.min(MAX_TEXTS, texts.size()));
        int more = texts.size() - firstTexts.size();
        return Optional.of(Note.of(
                Code.ACTIONS_NOT_STARTED,
                "count",
                texts.size(),
                "actions",
                firstTexts,
                "more",
                more == 0 ? null : Integer.valueOf(more)));
    }

    @Override
    public void close() {
        List<ActionMark> newMarks;
        synchronized (this) {
            isClosed = true; // an action that ends from now on was aborted
            newMarks = hasStarted ? markActionsNotStarted() : List.of();
        }
        threads.shutdownNow();
        synchronized (this) {
            for (AutoCloseable abort : runningActions) {
                try {
                    abort.close();
                } catch (Exception e) {
                    throw new RunFailedException("an action could not be ended: " + e.getMessage(), e);
                }
            }
        }
        try {
            threads.awaitTermination(CLOSE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        newMarks.forEach(listener);
    }

    private List<ActionMark> markActionsNotStarted() {
        List<ActionMark> newMarks = new ArrayList<>();
        for (PendingAction pending : pendingActions) {
            newMarks.add(addMark(pending.action(), pending.dueNanos(), false, null, NOT_STARTED));
        }
        for (TimedAction action : unscheduledActions) {
            newMarks.add(addMark(action, System.nanoTime(), false, null, NOT_STARTED));
        }
        pendingActions.clear();
        unscheduledActions.clear();
        return newMarks;
    }
}
