// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.consumer;

import io.github.cdctester.consumer.ConsumerLines;
import io.github.cdctester.consumer.ConsumerLines.Shape;
import io.github.cdctester.internal.judge.consumer.SimulatedRun.Committed;
import io.github.cdctester.result.ConsumerResult.Identity;
import io.github.cdctester.result.Verdict;
import java.util.Random;

/** Runs with one consumer, which prints rows and end messages. */
abstract class PrintedRuns {

    static final int STORED_TRANSACTIONS = 1 << 16;

    SimulatedRun run = new SimulatedRun(true);
    ConsumerLines lines = ConsumerLines.to(run.probe, Shape.DEFAULT.withIdentity(Identity.GTID));

    void commit(int transactions) {
        run.openWindow();
        run.commit(transactions, new Random(1));
        run.streamAll();
    }

    void sendRows(String gtid, int count) {
        for (int row = 0; row < count; row++) {
            lines.line("{\"op\":\"c\",\"after\":{\"id\":" + row
                    + "},\"source\":{\"db\":\"s\",\"table\":\"t\",\"gtid\":\"" + gtid + "\"}}");
        }
    }

    void sendRows(Committed transaction, int count) {
        sendRows(run.gtid(transaction.number()), count);
    }

    void sendEnd(String gtid, int rows) {
        lines.line("{\"status\":\"END\",\"id\":\"" + gtid + "\",\"event_count\":" + rows + "}");
    }

    void sendEnd(Committed transaction, int rows) {
        sendEnd(run.gtid(transaction.number()), rows);
    }

    void sendFrom(int index, int rows) {
        run.commits.subList(index, run.commits.size()).forEach(transaction -> {
            sendRows(transaction, rows);
            sendEnd(transaction, rows);
        });
    }

    Verdict end() {
        run.probe.ended();
        return run.result().verdict();
    }
}
