// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.workload.script;

import java.sql.SQLException;
import java.util.SplittableRandom;

/** Several steps, with values that are drawn before each round. */
final class BlockRun implements StepRun {

    private final int least;
    private final int most;
    private final Value[] values;
    private final StepRun[] steps;
    private final SplittableRandom random;

    private BlockRun(Script.Block block, Value[] values, StepRun[] steps, SplittableRandom random) {
        least = block.least();
        most = block.most();
        this.values = values;
        this.steps = steps;
        this.random = random;
    }

    static BlockRun of(Script.Block block, ValueRandoms draws, Scope around, StatementRuns statements)
            throws SQLException {
        Scope scope = new Scope(around);
        Value[] values = new Value[block.values().size()];
        int made = 0;
        for (var value : block.values().entrySet()) {
            values[made] = value.getValue().value(draws, scope);
            scope.put(value.getKey(), values[made++]);
        }
        StepRun[] steps = new StepRun[block.steps().size()];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = block.steps().get(i) instanceof Script.Sql sql
                    ? statements.of(sql, scope)
                    : of((Script.Block) block.steps().get(i), draws, scope, statements);
        }
        return new BlockRun(block, values, steps, draws.random());
    }

    @Override
    public boolean run(Work work) throws SQLException {
        int rounds = least == most ? least : random.nextInt(least, most + 1);
        for (int round = 0; round < rounds; round++) {
            for (Value value : values) {
                value.draw();
            }
            for (StepRun step : steps) {
                if (!step.run(work)) {
                    return false;
                }
            }
        }
        return true;
    }
}
