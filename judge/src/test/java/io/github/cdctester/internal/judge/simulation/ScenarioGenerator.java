// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.judge.simulation;

import io.github.cdctester.internal.judge.simulation.Scenario.Ending;
import io.github.cdctester.internal.judge.simulation.Scenario.Fault;
import io.github.cdctester.internal.judge.simulation.Scenario.FaultKind;
import io.github.cdctester.internal.judge.simulation.Scenario.Owner;
import io.github.cdctester.internal.judge.simulation.Scenario.Row;
import io.github.cdctester.internal.judge.simulation.Scenario.Settings;
import io.github.cdctester.internal.judge.simulation.Scenario.TableNames;
import io.github.cdctester.internal.judge.simulation.Scenario.Transaction;
import io.github.cdctester.result.ConsumerResult.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The same seed generates the same scenario. */
final class ScenarioGenerator {

    private static final int WRITER_COUNT = 4;
    private static final int MAX_TRANSACTIONS = 60;

    private final Random random;

    private ScenarioGenerator(long seed) {
        random = new Random(seed);
    }

    static Scenario scenario(long seed) {
        return new ScenarioGenerator(seed).scenario();
    }

    private Scenario scenario() {
        Settings settings = settings();
        boolean isByRow = settings.identity() == Identity.ROW;
        boolean hasTrigger = isByRow && oneIn(4);
        boolean isTriggerRowFirst = oneIn(2);
        boolean otherClientWrites = oneIn(4);
        boolean losesGtids = settings.tracked() && oneIn(8);
        boolean hasUnstamped = isByRow && oneIn(losesGtids ? 2 : 8);
        boolean breaksWriters = oneIn(8);
        boolean breaksStream = oneIn(3);
        int keyCount = 1 + random.nextInt(30);
        int warmUp = random.nextInt(10);
        int count = warmUp + 1 + random.nextInt(MAX_TRANSACTIONS);
        List<Transaction> transactions = new ArrayList<>();
        for (int id = 0; id < count; id++) {
            Owner owner = Owner.RUN;
            if (oneIn(10)) {
                owner = Owner.HEARTBEAT;
            } else if (otherClientWrites && oneIn(5)) {
                owner = Owner.OTHER_CLIENT;
            } else if (hasUnstamped && oneIn(5)) {
                owner = Owner.RUN_UNSTAMPED;
            } else if (breaksWriters && oneIn(8)) {
                owner = Owner.RUN_UNKNOWN;
            }
            transactions.add(new Transaction(
                    id,
                    owner,
                    random.nextInt(WRITER_COUNT),
                    id < warmUp,
                    !(losesGtids && oneIn(5)),
                    breaksStream && oneIn(5),
                    rows(keyCount, hasTrigger, isTriggerRowFirst)));
        }
        return new Scenario(settings, transactions, faults(isByRow, hasTrigger, count), random.nextLong());
    }

    private Settings settings() {
        Identity identity = randomElement(List.of(Identity.values()));
        boolean isByGtid = identity == Identity.GTID;
        boolean isTracked = isByGtid || !oneIn(3);
        return new Settings(
                random.nextBoolean(),
                isTracked,
                oneIn(3),
                identity,
                randomElement(Form.of(identity)),
                randomElement(List.of(Ending.values())),
                randomElement(List.of(TableNames.values())),
                isTracked && oneIn(6) ? random.nextInt(7) - 3 : 0,
                oneIn(2),
                identity == Identity.ROW && oneIn(4) ? 2 + random.nextInt(3) : 1,
                oneIn(20) ? 1 << 10 + random.nextInt(8) : 64 << 20);
    }

    /**
     * The workload rows have different keys: if a transaction changed a row twice, the judge would take the second change for a repetition.
     */
    private List<Row> rows(int keyCount, boolean hasTrigger, boolean isTriggerRowFirst) {
        List<Row> rows = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            Row row = new Row("k" + random.nextInt(keyCount), true);
            if (!rows.contains(row)) {
                rows.add(row);
            }
        }
        if (hasTrigger && oneIn(2)) {
            rows.add(isTriggerRowFirst ? 0 : rows.size(), new Row(rows.get(0).key(), false));
        }
        return rows;
    }

    private List<Fault> faults(boolean isByRow, boolean hasTrigger, int count) {
        List<Fault> faults = new ArrayList<>();
        for (int i = oneIn(3) ? 0 : 1 + random.nextInt(3); i > 0; i--) {
            FaultKind kind = randomElement(List.of(FaultKind.values()));
            boolean isRowFault =
                    kind == FaultKind.LOSE_ROW || kind == FaultKind.REPEAT_ROW || kind == FaultKind.COPY_ROW;
            if (kind == FaultKind.ONLY_TRIGGER_ROWS ? hasTrigger : isByRow || !isRowFault) {
                faults.add(new Fault(kind, random.nextInt(count)));
            }
        }
        return faults;
    }

    private boolean oneIn(int count) {
        return random.nextInt(count) == 0;
    }

    private <T> T randomElement(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
