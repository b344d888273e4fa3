// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.closedLoop;
import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cdctester.CdcTester;
import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.DelaySource;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.SubscriberSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.Note;
import io.github.cdctester.result.Note.Code;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.CdcSummary;
import io.github.cdctester.result.summary.Summary.StreamSummary;
import io.github.cdctester.suite.server.DumpThreads;
import io.github.cdctester.suite.server.Eventually;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
abstract class SeveralStreamsContract extends ServerContract {

    @AfterEach
    void assertNothingLeft() {
        assertThat(server.queryRows("SHOW TABLES")).isEmpty();
        Eventually.assertThat(Duration.ofSeconds(60), () -> DumpThreads.list(server), List::isEmpty);
    }

    @Test
    void eachCopyOfStreamIsComplete() {
        RunResult result = RoundTripChecks.run(insertPlan(400)
                .streams(StreamSpec.copies(3, server.endpoint(), StartPosition.now())
                        .toArray(StreamSpec[]::new)));

        List<StreamSummary> streams = result.summary().streams();
        assertThat(streams).extracting(StreamSummary::name).containsExactly("stream-1", "stream-2", "stream-3");
        // the streams end one after the other, and heartbeats continue
        assertThat(streams)
                .extracting(stream -> writtenBytes(stream.cdc()))
                .containsOnly(writtenBytes(streams.get(0).cdc()));
        assertThat(streams).allSatisfy(stream -> assertContainsAllCommits(stream.cdc(), result));
        CdcSummary totals = result.summary().cdc();
        assertThat(totals.bytes()).isEqualTo(sum(streams, CdcSummary::bytes));
        assertThat(totals.transactions()).isEqualTo(sum(streams, CdcSummary::transactions));
        assertThat(writtenBytes(totals))
                .isEqualTo(3 * writtenBytes(streams.get(0).cdc()));
        assertThat(totals.delay().count())
                .isEqualTo(sum(streams, cdc -> cdc.delay().count()));
        assertThat(totals.from()).isEqualTo(streams.get(0).cdc().from());
        assertThat(result.verdict().observed()).isEqualTo(400);
        assertThat(result.summary().overStreams().transactionsPerSecond().max())
                .isGreaterThanOrEqualTo(
                        result.summary().overStreams().transactionsPerSecond().min());
        assertThat(result.samples()).allSatisfy(row -> assertThat(row.streams()).hasSize(3));
    }

    @Test
    void heartbeatsMarkWindowOnOtherEndpoints() {
        Endpoint endpoint = server.endpoint();
        RunResult result = RoundTripChecks.run(insertPlan(300)
                .window(new Window(Duration.ofSeconds(1), Duration.ZERO, 300, Duration.ofSeconds(30)))
                .streams(new StreamSpec("own", endpoint, StartPosition.now()), otherStream("a"), otherStream("b")));

        assertThat(result.summary().write().transactions()).isEqualTo(300);
        assertThat(result.summary().streams())
                .allSatisfy(stream -> assertContainsAllCommits(stream.cdc(), result))
                .allSatisfy(stream ->
                        assertThat(stream.cdc().heartbeats().transactions()).isPositive());
    }

    abstract boolean hasCommitTimestamps();

    @Test
    void reportsAllDelaySources() {
        RunResult result = RoundTripChecks.run(
                planForSeconds(2).subscriber(SubscriberSpec.DEFAULT.sideBySide(EnumSet.allOf(DelaySource.class))));

        CdcSummary cdc = result.summary().cdc();
        assertThat(cdc.delay().source()).isEqualTo(hasCommitTimestamps() ? "COMMIT_TIMESTAMP" : "HEARTBEAT");
        assertThat(cdc.delays().keySet())
                .isEqualTo(
                        hasCommitTimestamps()
                                ? EnumSet.allOf(DelaySource.class)
                                : EnumSet.of(DelaySource.HEARTBEAT, DelaySource.EVENT_HEADER));
        assertThat(cdc.delays().get(DelaySource.valueOf(cdc.delay().source()))).isEqualTo(cdc.delay());
        assertThat(cdc.delays().get(DelaySource.EVENT_HEADER).count())
                .isEqualTo(cdc.transactions() - cdc.heartbeats().transactions());
        assertThat(cdc.delays().get(DelaySource.HEARTBEAT).count())
                .isEqualTo(cdc.heartbeats().transactions());
        assertThat(result.notes()).extracting(Note::code).contains(Code.EVENT_HEADER_INEXACT);
    }

    @Test
    void drainReadsSeveralStreamsToEnd() {
        server.execute("CREATE TABLE t (id INT PRIMARY KEY)", "INSERT INTO t VALUES (1)", "DROP TABLE t");
        RunResult result = RoundTripChecks.drain(CdcTester.plan()
                .endpoint(server.endpoint())
                .streams(StreamSpec.copies(2, server.endpoint(), StartPosition.earliest())
                        .toArray(StreamSpec[]::new)));
        assertThat(result.summary().streams())
                .hasSize(2)
                .allSatisfy(stream -> assertThat(stream.cdc().bytes()).isEqualTo(bytesBetween(stream.cdc())));
        assertThat(result.summary().cdc().delays()).isEmpty();
    }

    PlanBuilder insertPlan(long events) {
        return CdcTester.plan()
                .endpoint(server.endpoint())
                .workload(Sysbench.oltpInsert().tables(1).tableSize(10))
                .load(closedLoop(2))
                .window(new Window(Duration.ZERO, Duration.ZERO, events, Duration.ofSeconds(30)))
                .prepareFirst()
                .cleanupAfter();
    }

    /** Each stream receives all transactions, so the rate is limited. */
    PlanBuilder planForSeconds(int seconds) {
        return insertPlan(0)
                .load(openLoop(2, perSecond(300)))
                .window(new Window(Duration.ZERO, Duration.ofSeconds(seconds), 0, Duration.ofSeconds(30)));
    }

    /** The run cannot recognize the server by the other endpoint. */
    private StreamSpec otherStream(String name) {
        Endpoint endpoint = server.endpoint();
        return new StreamSpec(
                name,
                Endpoint.of(
                        "jdbc:mysql://" + endpoint.address() + "/",
                        endpoint.user(),
                        endpoint.password().reveal()),
                StartPosition.now());
    }

    void assertContainsAllCommits(CdcSummary cdc, RunResult result) {
        assertThat(result.verdict().status()).isNotEqualTo(Verdict.Status.BEHIND);
        assertThat(cdc.transactions() - cdc.heartbeats().transactions())
                .isEqualTo(result.summary().write().transactions());
        assertThat(cdc.bytes()).isEqualTo(bytesBetween(cdc));
        assertThat(cdc.delay().count()).isPositive();
    }

    private long bytesBetween(CdcSummary cdc) {
        return server.bytesBetween(
                cdc.from().file(),
                cdc.from().position(),
                cdc.to().file(),
                cdc.to().position());
    }

    private static long writtenBytes(CdcSummary cdc) {
        return cdc.bytes() - cdc.heartbeats().bytes();
    }

    private static long sum(List<StreamSummary> streams, ToLongFunction<CdcSummary> value) {
        return streams.stream()
                .mapToLong(stream -> value.applyAsLong(stream.cdc()))
                .sum();
    }
}
