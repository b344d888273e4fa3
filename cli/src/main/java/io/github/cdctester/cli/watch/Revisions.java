// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.watch;

import io.github.cdctester.internal.report.document.Document;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The latest page and the end, for browsers that wait here for the next one. Thread-safe. */
final class Revisions {

    /** The page as it was at a moment, and its content as HTML without style and scripts; numbers rise from 1. */
    @SuppressWarnings("ArrayRecordComponent") // sent as it is, and never compared
    record Revision(long number, Document page, byte[] content) {}

    /** The end: a message, and the report as HTML; {@code null} without a result. */
    @SuppressWarnings("ArrayRecordComponent") // sent as it is, and never compared
    record FinalReport(String message, byte @Nullable [] report) {}

    /** The latest revision, and the end; {@code null} while it is running. */
    record State(Revision revision, @Nullable FinalReport end) {}

    private Revision latest;
    private @Nullable FinalReport end;
    private boolean closing;
    private int listeners;
    private int toldOfReport;
    private int fetchedReport;

    Revisions(Document first, byte[] content) {
        latest = new Revision(1, first, content);
    }

    synchronized void publish(Document page, byte[] content) {
        latest = new Revision(latest.number() + 1, page, content);
        notifyAll();
    }

    synchronized void end(FinalReport how) {
        end = how;
        notifyAll();
    }

    synchronized State state() {
        return new State(latest, end);
    }

    synchronized boolean hasListeners() {
        return listeners > 0;
    }

    synchronized void enter() {
        listeners++;
        notifyAll();
    }

    synchronized void close() {
        listeners--;
        notifyAll();
    }

    /** Waits for a later revision, with a time limit. */
    synchronized State await(long seen, long atMostMillis) throws InterruptedException {
        waitUntil(() -> end != null || latest.number() > seen, atMostMillis);
        return new State(latest, end);
    }

    /** Waits for a time; without a browser, until one connects. It returns at once when the command ends. */
    synchronized void rest(long millis) throws InterruptedException {
        boolean alone = listeners == 0;
        waitUntil(() -> closing || alone && listeners > 0, millis);
    }

    /** Waits until all who listened know the end and have the report, at most for a time. */
    synchronized void awaitFarewells(long atMostMillis) throws InterruptedException {
        waitUntil(() -> listeners == 0 && fetchedReport >= toldOfReport, atMostMillis);
    }

    private void waitUntil(BooleanSupplier condition, long atMostMillis) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(atMostMillis);
        long left = atMostMillis;
        while (!condition.getAsBoolean() && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
        }
    }

    /** There will be no more revisions. */
    synchronized void closing() {
        closing = true;
        notifyAll();
    }

    synchronized boolean isClosing() {
        return closing;
    }

    /** A browser was notified of a report, and will request it. */
    synchronized void onReport() {
        toldOfReport++;
    }

    synchronized void fetchedReport() {
        fetchedReport++;
        notifyAll();
    }
}
