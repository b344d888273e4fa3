// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.failure;

import io.github.cdctester.cli.terminal.CtrlC;
import io.github.cdctester.cli.terminal.SecretQuestion;
import io.github.cdctester.internal.time.Threads;
import io.github.cdctester.stop.StopSignal;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ends a command in an orderly way after Ctrl-C, SIGTERM or a closed terminal. After a time limit, the process exits with 1. Before the
 * command has started anything, the process ends at once. A second Ctrl-C ends it at once with code 130. If the command itself calls
 * {@link System#exit}, it cannot end in an orderly way, and the process exits with 1.
 */
public final class Interruption {

    public static final String ENDED_EARLY = "a signal ended the command early";

    /** A server that does not answer must not keep the process alive. */
    private volatile Duration timeout = Duration.ofSeconds(90);

    private volatile String remains = "tables may be left, which 'cdc-tester cleanup' drops";

    /** The exit code that shells report after SIGINT. */
    private static final int SECOND_CTRL_C_EXIT_CODE = 130;

    private static final Duration OUTPUT_TIMEOUT = Duration.ofSeconds(1);

    private final StopSignal stop = new StopSignal();
    private final StopSignal termination = new StopSignal();
    private final CountDownLatch commandEnded = new CountDownLatch(1);
    private final AtomicBoolean wasCtrlCRaised = new AtomicBoolean();
    private boolean hasBegun;

    private boolean hasShutdownHook;
    private volatile boolean isFailurePrinted;
    private volatile int exitCode = Failures.FAILED;

    public StopSignal stopSignal() {
        return stop;
    }

    /** Raised when the JVM shuts down, for example by SIGTERM, but not by a handled Ctrl-C. */
    public StopSignal terminationSignal() {
        return termination;
    }

    /** Must be called before {@link #begin}, which otherwise does not handle Ctrl-C. */
    public void installShutdownHook() {
        hasShutdownHook = true;
        Runtime.getRuntime().addShutdownHook(createEndThread(this::onTermination));
    }

    private static Thread createEndThread(Runnable end) {
        return new Thread(end, "cdc-tester-interruption");
    }

    private void onTermination() {
        termination.raise();
        end();
    }

    /** Must be called before the command opens anything that must be closed. Does not return if the process is ending. */
    public synchronized void begin() {
        if (!hasBegun && hasShutdownHook) {
            CtrlC.onPress(this::onCtrlC);
        }
        hasBegun = true;
    }

    public void setRemainsAndTimeout(String newRemains, Duration newTimeout) {
        remains = newRemains;
        timeout = newTimeout;
    }

    public void addRemains(String objects) {
        remains = remains + "; " + objects + " are left";
    }

    /** Returns false if Ctrl-C was already raised. */
    public boolean raiseCtrlC() {
        boolean isFirst = wasCtrlCRaised.compareAndSet(false, true);
        stop.raise();
        return isFirst;
    }

    private void onCtrlC() {
        if (raiseCtrlC()) {
            createEndThread(this::end).start();
            return;
        }
        SecretQuestion.restoreEcho();
        print("cdc-tester: stopped at once by a second Ctrl-C; " + remains);
        Runtime.getRuntime().halt(SECOND_CTRL_C_EXIT_CODE);
    }

    public boolean isCtrlC() {
        return wasCtrlCRaised.get();
    }

    /** Returns true after SIGTERM or a closed terminal, unless Ctrl-C was pressed. */
    public boolean isTerminated() {
        return termination.isRaised() && !isCtrlC(); // a run may raise the stop signal itself
    }

    /** Suppresses the line about the signal. */
    public void onFailurePrinted() {
        isFailurePrinted = true;
    }

    /** If an end was requested, the process then exits with this code. */
    public int exitOrReturn(int code) {
        boolean wasSignalled = isCtrlC() || termination.isRaised();
        if (wasSignalled && code == Failures.FAILED && !isFailurePrinted) {
            System.err.println("cdc-tester: " + ENDED_EARLY);
        }
        exitCode = code;
        commandEnded.countDown();
        return code;
    }

    private void end() {
        if (commandEnded.getCount() == 0) {
            return; // the process exits without a signal
        }
        Optional<String> exitCaller = ExitCall.caller();
        endIfNotBegun(exitCaller);
        stop.raise();
        try {
            awaitCommandEnd(exitCaller);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        runBriefly(System.out::flush);
        Runtime.getRuntime().halt(exitCode);
    }

    private void awaitCommandEnd(Optional<String> exitCaller) throws InterruptedException {
        if (exitCaller.isPresent()) { // its thread waits for the shutdown hooks
            print(exitText(exitCaller.get()) + "; " + remains);
            ExitCall.awaitOtherHooks();
        } else if (!commandEnded.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
            print("cdc-tester: did not end within " + timeout.toSeconds() + " s after the signal; " + remains);
        }
    }

    private static void print(String line) {
        runBriefly(() -> System.err.println(line));
    }

    /** Output to a full pipe must not prevent the end of the process. */
    private static void runBriefly(Runnable output) {
        Thread thread = createEndThread(output);
        thread.setDaemon(true);
        thread.start();
        Threads.await(thread, OUTPUT_TIMEOUT);
    }

    private static String exitText(String caller) {
        return "cdc-tester: " + caller + " called System.exit";
    }

    /** Synchronized, so that {@link #begin} cannot run at the same time. */
    private synchronized void endIfNotBegun(Optional<String> exitCaller) {
        if (!hasBegun) {
            SecretQuestion.restoreEcho();
            print(exitCaller.map(Interruption::exitText).orElse("cdc-tester: interrupted") + " before the start");
            Runtime.getRuntime().halt(Failures.FAILED);
        }
    }
}
