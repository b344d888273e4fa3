// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.cli.watch;

import io.github.cdctester.internal.report.document.Document;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The latest revision of the page and, after the command has ended, the final report. Thread-safe. */
final class Revisions {

    /** {@code number} starts at 1. {@code content} is HTML without style and scripts. */
    @SuppressWarnings("ArrayRecordComponent") // instances are never compared
    record Revision(long number, Document page, byte[] content) {}

    /** {@code report} is HTML, or {@code null} if there is no result. */
    @SuppressWarnings("ArrayRecordComponent") // instances are never compared
    record FinalReport(String message, byte @Nullable [] report) {}

    /** {@code end} is {@code null} while the command is running. */
    record State(Revision revision, @Nullable FinalReport end) {}

    private Revision latestRevision;
    private @Nullable FinalReport end;
    private boolean isClosing;
    private int listenerCount;
    private int announcedReports;
    private int fetchedReports;

    Revisions(Document firstPage, byte[] content) {
        latestRevision = new Revision(1, firstPage, content);
    }

    synchronized void publish(Document page, byte[] content) {
        latestRevision = new Revision(latestRevision.number() + 1, page, content);
        notifyAll();
    }

    synchronized void end(FinalReport report) {
        end = report;
        notifyAll();
    }

    synchronized State state() {
        return new State(latestRevision, end);
    }

    synchronized boolean hasListeners() {
        return listenerCount > 0;
    }

    synchronized void addListener() {
        listenerCount++;
        notifyAll();
    }

    synchronized void removeListener() {
        listenerCount--;
        notifyAll();
    }

    synchronized State await(long knownRevision, long timeoutMillis) throws InterruptedException {
        waitUntil(() -> end != null || latestRevision.number() > knownRevision, timeoutMillis);
        return new State(latestRevision, end);
    }

    /** Returns earlier when no more revisions follow, or when the first browser connects. */
    synchronized void pause(long millis) throws InterruptedException {
        boolean hadNoListeners = listenerCount == 0;
        waitUntil(() -> isClosing || hadNoListeners && listenerCount > 0, millis);
    }

    synchronized void awaitReportDelivery(long timeoutMillis) throws InterruptedException {
        waitUntil(() -> listenerCount == 0 && fetchedReports >= announcedReports, timeoutMillis);
    }

    private void waitUntil(BooleanSupplier condition, long timeoutMillis) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        long remainingMillis = timeoutMillis;
        while (!condition.getAsBoolean() && remainingMillis > 0) {
            wait(remainingMillis);
            remainingMillis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        }
    }

    synchronized void onNoMoreRevisions() {
        isClosing = true;
        notifyAll();
    }

    synchronized boolean isClosing() {
        return isClosing;
    }

    synchronized void onReportAnnounced() {
        announcedReports++;
    }

    synchronized void onReportFetched() {
        fetchedReports++;
        notifyAll();
    }
}
