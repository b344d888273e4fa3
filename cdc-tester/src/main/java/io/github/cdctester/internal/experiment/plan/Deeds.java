// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.experiment.plan;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.failure.RunFailedException;
import io.github.cdctester.internal.experiment.plan.ExperimentPlan.TimedAction;
import io.github.cdctester.internal.experiment.program.Program;
import io.github.cdctester.internal.run.load.WriteTarget;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;

/** Does things: a statement on a connection of its own, a program on this machine. */
final class Deeds {

    private final Endpoint endpoint;
    private final Set<AutoCloseable> open = new HashSet<>();
    private boolean broken;

    Deeds(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    void run(TimedAction.Deed deed) {
        if (deed instanceof TimedAction.Sql sql) {
            run(sql);
        } else if (deed instanceof TimedAction.Command command) {
            run(command);
        }
    }

    private void run(TimedAction.Sql sql) {
        try (WriteTarget target = WriteTarget.open(endpoint)) {
            AutoCloseable breaking = target.sidePool()::breakOff;
            begin(breaking);
            try (Connection connection = target.sidePool().connection();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql.statement());
            } finally {
                end(breaking);
            }
        } catch (SQLException e) {
            throw new RunFailedException("the action '" + sql + "' failed: " + e.getMessage(), e);
        }
    }

    private void run(TimedAction.Command command) {
        try (Program program = Program.start("action", command.words(), ServerAddress.of(endpoint))) {
            begin(program);
            try {
                program.awaitSuccess();
            } finally {
                end(program);
            }
        }
    }

    private synchronized void begin(AutoCloseable what) {
        if (broken) {
            throw new RunFailedException("the experiment has ended");
        }
        open.add(what);
    }

    private synchronized void end(AutoCloseable what) {
        open.remove(what);
    }

    /** Whatever is going on ends. */
    synchronized void breakOff() {
        broken = true;
        for (AutoCloseable one : open) {
            try {
                one.close();
            } catch (Exception e) {
                throw new RunFailedException("an action could not be ended: " + e.getMessage(), e);
            }
        }
    }
}
