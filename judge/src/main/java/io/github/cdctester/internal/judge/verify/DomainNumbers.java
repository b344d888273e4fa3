// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.verify;

import io.github.cdctester.internal.binlog.gtid.GtidIntervals;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one MariaDB domain. Its servers share one sequence, so after a switchover one server continues the numbers of
 * another. Without {@code gtid_strict_mode}, two servers may use the same number. Callers hold the lock of the {@link
 * StreamLedger}.
 */
final class DomainNumbers {

    private static final int MAX_SHARED_INTERVALS = 1 << 12;

    final long id;

    private final List<SourceLedger> servers = new ArrayList<>();

    /** Numbers that more than one server may have used; one server's transaction does not replace another's. */
    private final GtidIntervals shared = new GtidIntervals();

    private @Nullable SourceLedger last;
    private long firstNumber;

    DomainNumbers(long id) {
        this.id = id;
    }

    void add(SourceLedger server) {
        servers.add(server);
        server.setDomain(this);
    }

    /** Returns true if the domain's last transaction is of this server. */
    boolean hasLast(SourceLedger server) {
        return last == server;
    }

    /**
     * Records a number that does not follow the domain's last number, before it is added to the server. Returns false if there
     * are too many.
     */
    boolean recordJump(SourceLedger server, long number) {
        firstNumber = last == null ? number : firstNumber;
        last = server;
        long end = end();
        GtidIntervals arrived = server.arrived();
        if (number >= end || arrived.contains(number)) {
            return true;
        }
        // the server did not continue the domain's numbers, but its own
        shared.add(arrived.count() == 0 ? number : Math.min(number, end(arrived)), end);
        return shared.count() <= MAX_SHARED_INTERVALS;
    }

    /** Returns the highest arrived number plus 1. */
    private long end() {
        long end = Long.MIN_VALUE;
        for (SourceLedger server : servers) {
            GtidIntervals arrived = server.arrived();
            end = arrived.count() == 0 ? end : Math.max(end, end(arrived));
        }
        return end;
    }

    private static long end(GtidIntervals arrived) {
        return arrived.end(arrived.count() - 1);
    }

    /** Counts the numbers that no server's transaction has, and shared numbers that one server's transactions lack. */
    Incidents absent() {
        GtidIntervals gaps = new GtidIntervals();
        if (last != null) {
            gaps.add(firstNumber, end());
        }
        for (SourceLedger server : servers) {
            gaps = gaps.subtract(server.arrived());
        }
        gaps = gaps.subtract(shared); // checked for each server below
        Incidents absent = Incidents.of(SourceLedger.size(gaps), gaps.count() == 0 ? null : name(gaps.start(0)));
        for (SourceLedger server : servers) {
            GtidIntervals missing = server.missingNumbers().subtract(gaps);
            absent = absent.plus(server.incidents(missing.subtract(missing.subtract(shared))));
        }
        return absent;
    }

    /** With several servers, each may have used the number. */
    private String name(long number) {
        return servers.size() == 1 ? servers.get(0).name(number) : "number " + number + " of domain " + id;
    }
}
