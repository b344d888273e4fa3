// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Plan.Verification;
import io.github.cdctester.config.Rate;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.consumer.ConsumerProbe;
import io.github.cdctester.internal.report.files.Formats;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
abstract class ForeignTrafficContract extends ServerContract {

    private static final int EVENTS = 150;
    private static final int FOREIGN_TRANSACTIONS = 23;
    private static final int FOREIGN_BYTES = 4_000_000;
    private static final String FOREIGN_ROW =
            "INSERT INTO foreign_rows (body) VALUES (REPEAT('x', " + FOREIGN_BYTES + "))";

    /** The source must measure each transaction, not only heartbeats. */
    abstract DelaySource delaySource();

    @BeforeAll
    void createForeignTable() {
        server.execute("CREATE TABLE foreign_rows (id INT AUTO_INCREMENT PRIMARY KEY, body LONGTEXT)");
    }

    /** Another client executes the statements when the run reaches the step. The run's thread waits, and the load continues. */
    private PlanBuilder planWithForeignStatements(String step, String... statements) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tableSize(100))
                .load(openLoop(2, Rate.perSecond(50)))
                .window(new Window(Duration.ZERO, Duration.ZERO, EVENTS, Duration.ofSeconds(60)))
                .subscriber(SubscriberSpec.DEFAULT.delaySource(delaySource()))
                .listener(new RunListener() {
                    @Override
                    public void step(String name) {
                        if (name.equals(step)) {
                            server.execute(statements);
                        }
                    }
                })
                .prepareFirst()
                .cleanupAfter();
    }

    private static String[] foreignInserts(int count) {
        return Collections.nCopies(count, FOREIGN_ROW).toArray(String[]::new);
    }

    private static Note noteOnForeignTransactions(RunResult result) {
        return result.notes().stream()
                .filter(note -> note.code() == Code.OTHERS_WROTE)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void ownNumbersExcludeOtherClients() {
        RunResult result =
                RoundTripChecks.run(planWithForeignStatements("measuring", foreignInserts(FOREIGN_TRANSACTIONS))
                        .failIf("own.bytesPerTransaction>2000"));

        CdcSummary cdc = result.summary().stream();
        CdcSummary.Own ownTraffic = cdc.own();
        assertThat(ownTraffic).isNotNull();
        assertThat(ownTraffic.transactions()).isEqualTo(EVENTS);
        assertThat(ownTraffic.bytesPerTransaction()).isBetween(300.0, 2_000.0);
        assertThat(ownTraffic.eventsPerTransaction()).isEqualTo(5);
        assertThat(cdc.delay().count()).isEqualTo(EVENTS);
        assertThat(cdc.delayAtFirstByte().count()).isEqualTo(EVENTS);
        assertThat(result.verdict().others()).isEqualTo(FOREIGN_TRANSACTIONS);
        assertThat(cdc.foreign()).isEqualTo(FOREIGN_TRANSACTIONS);
        assertThat(cdc.bytes())
                .as("includes bytes of all clients")
                .isGreaterThan((long) FOREIGN_TRANSACTIONS * FOREIGN_BYTES);
        assertThat(result.checks()).allMatch(check -> check.held());
        assertThat(result.samples().stream()
                        .mapToLong(second -> second.stream().delay().count())
                        .sum())
                .as("sum of the seconds")
                .isEqualTo(EVENTS);
        assertThat(noteOnForeignTransactions(result).text())
                .contains(FOREIGN_TRANSACTIONS + " transactions more")
                .contains("of this run only");
        assertThat(Formats.TABLE.text(result))
                .contains("of " + EVENTS + " transactions of this run")
                .contains("Rates, of all clients")
                .contains(EVENTS + " of this run");
    }

    @Test
    void countsIncludeOtherClientsWithNote() {
        RunResult result = RoundTripChecks.run(
                planWithForeignStatements("measuring", foreignInserts(2)).verify(Verification.COUNTS));

        CdcSummary cdc = result.summary().stream();
        assertThat(cdc.own()).isNull();
        assertThat(cdc.delay().count()).isEqualTo(EVENTS + 2);
        assertThat(noteOnForeignTransactions(result).text())
                .contains("which is in DT, bytes and events per transaction");
    }

    @Test
    void totalsEndBeforeWaitForConsumers() {
        RunResult result = RoundTripChecks.run(planWithForeignStatements("waiting for the consumers", foreignInserts(2))
                .consumer(ConsumerProbe.named("silent")));

        CdcSummary cdc = result.summary().stream();
        assertThat(transactionsWithoutHeartbeats(result)).isEqualTo(EVENTS);
        assertThat(cdc.delay().count()).isEqualTo(EVENTS);
        assertThat(result.verdict().others()).isZero();
        assertThat(result.notes()).extracting(Note::code).doesNotContain(Code.OTHERS_WROTE);
        List<String> states = result.samples().stream()
                .map(second -> second.stream().state().name())
                .toList();
        assertThat(states.get(states.size() - 1))
                .as("state after the end of the stream")
                .isNotEqualTo("STUCK");
    }
}
