// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.limit;

import static io.github.cdctester.internal.limit.LimitedResult.PLAN;
import static io.github.cdctester.internal.limit.LimitedResult.check;
import static io.github.cdctester.internal.limit.LimitedResult.summary;
import static io.github.cdctester.internal.limit.LimitedResult.summaryWithWrites;
import static io.github.cdctester.internal.limit.LimitedResult.verdict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cdctester.failure.InvalidPlanException;
import io.github.cdctester.internal.experiment.RunResults;
import io.github.cdctester.internal.report.JudgedResult;
import io.github.cdctester.internal.value.Dimension;
import io.github.cdctester.internal.value.ResultValues;
import io.github.cdctester.result.Check;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.summary.Summary;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LimitTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delay.p99                   | 10",
                "cdc.delay.p99Millis         | 10",
                "CDC.DELAY.P99MILLIS         | 10",
                "DT.max                      | 40",
                "delay.p99.9                 | 20",
                "delay.p999                  | 20",
                "delay.mean                  | 2",
                "delay.count                 | 100",
                "delay.lowest                | -0.5",
                "delayAtFirstByte.p50        | 0.5",
                "delays.EVENT_HEADER.p50     | 100",
                "delays.event-header.p50     | 100",
                "seconds                     | 10",
                "cdc.seconds                 | 10.5",
                "drain.seconds               | 0.5",
                "cdc.drain.transactions      | 40",
                "bytesPerSecond              | 5000000",
                "BPS                         | 5000000",
                "EPS                         | 50000",
                "tps                         | 9999.5",
                "cdc.transactionsPerSecond   | 9999.5",
                "transactionsPerSecond       | 9999.5",
                "write.transactionsPerSecond | 10000",
                "QPS                         | 60000",
                "latency.p95                 | 10",
                "write.latency.p95           | 10",
                "latencyWithWaiting.p95      | 10",
                "write.leftOutPercent        | 12.5",
                "leftOut                     | 12.5",
                "newOrderEfficiency          | 98.5",
                "errors                      | 5",
                "write.errorsPerCode         | 5",
                "errorsPerCode.1213          | 3",
                "errorsPerCode.1062          | 0",
                "transactionsByKind.insert   | 100000",
                "eventsByKind.XID            | 99000",
                "eventsByKind.xid            | 99000",
                "eventsByKind.INCIDENT       | 0",
                "eventsByKind                | 100000",
                "rowsByTable.sb.test.sbtest1.insert | 7",
                "rowsByTable.sb.test.sbtest1.DELETE | 0",
                "heartbeats.bytes            | 50000",
                "payloads.transactions       | 0",
                "gaps                        | 0",
                "to.position                 | 4711",
                "overStreams.bytesPerSecond.min | 1000000",
                "overStreams.delayMaxMillis.avg | 2",
                "cpuSeconds                  | 1.5",
                "catchUpSeconds              | 0.5",
                "tester.gcPause              | 12",
                "maxHeapBytes                | 100000000",
                "verdict.missing             | 1",
                "missing                     | 1",
                "verdict.observed            | 9",
            })
    void nameRefersToNumberOfResult(String name, double number) {
        String unit = ResultValues.of(name).dimension() == Dimension.MILLIS ? "ms" : "";
        Check check = check(name + "=" + (number == Math.rint(number) ? String.valueOf((long) number) : number) + unit);
        assertThat(check.actual()).isEqualTo(number);
        assertThat(check.held()).as("= is true, so it fails").isFalse();
    }

    @Test
    void reportsCountIfPercentileHasTooFewValues() {
        assertThat(check("delay.p99>5ms").offender()).isEqualTo("cdc.delay.p99Millis is 10 ms");
        assertThat(check("delay.p99.9>5ms").offender())
                .isEqualTo("cdc.delay.p999Millis is 20 ms (of 100, the maximum or next to it)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delay.p99>10ms",
                "delay.p99 > 0.01s",
                "cdc.delay.p99Millis>10",
                "catchUpSeconds>1",
                "delay.p99 <= 0",
                "delay.p99 < 10 ms",
                "delay.p99>=10001us",
                "delay.p99>=10001µs",
                "delay.p99>=10001μs",
                "delay.p99!=10000000ns",
                "cdc.seconds>10500ms",
                "bytesPerSecond<5MB",
                "bytesPerSecond<5MB/s",
                "bytesPerSecond<5000 KB/s",
                "bytesPerSecond<4.7MiB",
                "bytesPerSecond<0.005GB",
                "heartbeats.bytes>50kB",
                "to.position>4711B",
                "newOrderEfficiency<98.5%",
                "tps<9999/s",
                "overStreams.delayMax.max>3ms",
                "overStreams.bytesPerSecond.min<1MB/s",
                "delay.lowest<-1ms",
                "verdict!=lost",
                "verdict=LOSSLESS",
                "verdict.status == DUPLICATED",
            })
    void passesIfFailConditionIsFalse(String expression) {
        assertThat(check(expression).held()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delay.p99>9.999ms           | cdc.delay.p99Millis is 10 ms",
                "delay.p99>=10ms             | cdc.delay.p99Millis is 10 ms",
                "delay.p99<=10ms             | cdc.delay.p99Millis is 10 ms",
                "tps<10000                   | cdc.transactionsPerSecond is 9999.5/s",
                "BPS<5000300                 | cdc.bytesPerSecond is 5000000 B/s",
                "BPS!=5000000.1              | cdc.bytesPerSecond is 5000000 B/s",
                "BPS>=5MB                    | cdc.bytesPerSecond is 5 MB/s",
                "BPS<6MB                     | cdc.bytesPerSecond is 5 MB/s",
                "heartbeats.bytes>1kB        | cdc.heartbeats.bytes is 50000 B",
                "errors>0                    | write.errorsPerCode is 5",
                "verdict!=LOSSLESS           | the verdict is LOST 1",
                "verdict=lost                | the verdict is LOST 1",
            })
    void brokenLimitReportsActualValue(String expression, String finding) {
        Check check = check(expression);
        assertThat(check.held()).isFalse();
        assertThat(check.expression()).isEqualTo(expression);
        assertThat(check.offender()).isEqualTo(finding);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delayEndToEnd.p99>1h",
                "rowsPerSecond<1",
                "from.position<1B",
                "delays.HEARTBEAT.p99>1h",
                "overStreams.delayP99Millis.max>1h",
                "outOfOrder>0",
                "transactionsByKind.delete>1",
                "rowsByTable.other.t.INSERT>1"
            })
    void unknownValueBreaksLimit(String expression) {
        Check check = check(expression);
        assertThat(check.actual()).isNull();
        assertThat(check.held()).isFalse();
        assertThat(check.offender()).endsWith("is not known: it was not measured");
    }

    /** The last transaction that was seen is not the last that was committed. */
    @Test
    void catchUpTimeIsUnknownIfStreamIsBehind() {
        Check check = Limit.parse("catchUpSeconds>6")
                .check(PLAN, summaryWithWrites(), verdict(Verdict.Status.BEHIND), List.of());
        assertThat(check.held()).isFalse();
        assertThat(check.actual()).isNull();
        assertThat(check.offender()).isEqualTo("catchUpSeconds is not known: it was not measured");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"cdc.rows=1", "unknownRowEvents>0", "heartbeats.rows>9", "rowsByTable.sb.test.sbtest1.DELETE>0"})
    void numbersOfRowsAreUnknownIfRowsAreNotCounted(String expression) {
        RunResult run = RunResults.of(1_000, 0, 0.1, Verdict.Status.LOSSLESS);
        assertThat(run.summary().stream().rowCounting()).isEqualTo("off");
        Check check = Limit.parse(expression).check(run.plan(), run.summary(), run.verdict(), List.of());
        assertThat(check.held()).isFalse();
        assertThat(check.actual()).isNull();
    }

    @Test
    void unmeasuredCpuTimeIsUnknown() {
        Summary measuredSummary = summaryWithWrites();
        Summary unmeasuredSummary = new Summary(
                measuredSummary.seconds(),
                measuredSummary.cdc(),
                measuredSummary.streams(),
                measuredSummary.overStreams(),
                measuredSummary.write(),
                new Summary.TesterSummary(-1, null, -1, null, 0, 0, 0, 0, 0, List.of()),
                measuredSummary.probes());
        for (String expression : List.of("cpuSeconds>1h", "readerCpuSeconds>1h")) {
            Check check =
                    Limit.parse(expression).check(PLAN, unmeasuredSummary, verdict(Verdict.Status.LOST), List.of());
            assertThat(check.held()).isFalse();
            assertThat(check.offender()).endsWith("is not known: it was not measured");
        }
    }

    @Test
    void reportsFullNameOfValue() {
        assertThat(check("eventsByKind.xid>0").offender()).startsWith("cdc.eventsByKind.XID is ");
        assertThat(check("delays.event-header.p50>0").offender()).startsWith("cdc.delays.EVENT_HEADER.p50Millis is ");
        assertThat(check("rowsByTable.sb.test.sbtest1.insert>0").offender())
                .startsWith("cdc.rowsByTable.sb.test.sbtest1.INSERT is ");
    }

    @Test
    void addressesLoadByName() {
        assertThat(Limit.parse("loads.oltp_insert.latency.p99>100ms").load()).contains("oltp_insert");
        assertThat(Limit.parse("loads.oltp_insert.transactions>0")
                        .check(PLAN, summaryWithWrites(), verdict(Verdict.Status.LOST), List.of())
                        .offender())
                .startsWith("loads.oltp_insert.transactions is ");
        assertThat(Limit.parse("LOADS.a.b-1.latency.p99.9>1s").load())
                .as("dots in a name")
                .contains("a.b-1");
        assertThat(Limit.parse("loads.another.latency.p99>100ms")
                        .check(PLAN, summaryWithWrites(), verdict(Verdict.Status.LOST), List.of())
                        .held())
                .as("a value that was not measured fails")
                .isFalse();
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> Limit.parse("loads.oltp_insert.nothing>1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytesPerSecond<5MB|bytesPerSecond>=5MB",
                "transactions>=10|transactions<10",
                "transactions>10|transactions<=10",
                "transactions<=10|transactions>10",
                "transactions=10|transactions!=10",
                "transactions!=10|transactions=10",
                "verdict=LOST|verdict!=LOST",
                "verdict!=LOST|verdict=LOST",
                "delay.p99<500ms|delay.p99>=500ms",
                "outOfOrder<1|outOfOrder>=1"
            })
    void mustHoldIsOppositeOfFailIf(String expressionPair) {
        String[] expressions = expressionPair.split("\\|");
        Check mustHoldCheck = Limit.parseRequired("limit", expressions[0])
                .check(PLAN, summaryWithWrites(), verdict(Verdict.Status.LOST), List.of());
        Check failIfCheck =
                Limit.parse(expressions[1]).check(PLAN, summaryWithWrites(), verdict(Verdict.Status.LOST), List.of());
        assertThat(mustHoldCheck.held()).isEqualTo(failIfCheck.held());
        assertThat(mustHoldCheck.offender()).isEqualTo(failIfCheck.offender());
        assertThat(mustHoldCheck.expression()).isEqualTo(expressions[0]);
    }

    @Test
    void rejectsLimitThatRequiresLongDuration() {
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> Limit.parseRequired("limit", "delay.p99>500ms"))
                .withMessage(
                        "limit: 'delay.p99>500ms': a limit is the condition to pass, and this one requires a long duration");
        assertThat(Limit.parseRequired("limit", "tps>=100").expression()).isEqualTo("tps>=100");
    }

    @Test
    void rejectsUnknownLoad() {
        Limit limit = Limit.parseRequired("limit", "loads.other.latency.p99<1s");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> limit.checkLoads("limit", List.of("a", "b")))
                .withMessage("limit: 'loads.other.latency.p99<1s', must be about one of the loads a, b");
        assertThatExceptionOfType(InvalidPlanException.class)
                .isThrownBy(() -> Limit.parse("latency.p99>1s").checkLoads("failIf", List.of()))
                .withMessageContaining("about the stream: this run writes nothing");
        limit.checkLoads("limit", List.of("a", "other"));
    }

    @Test
    void brokenVerdictOfConsumerReportsItsFailure() {
        Check check = Limit.parse("consumers.shop.verdict!=LOSSLESS")
                .check(PLAN, summaryWithWrites(), verdict(Verdict.Status.LOSSLESS), List.of(JudgedResult.torn("shop")));
        assertThat(check.held()).isFalse();
        assertThat(check.offender())
                .isEqualTo("the verdict on shop is LOST 2, the first: cdc_seq 41; it failed: java.io.EOFException: it"
                        + " <broke>");
    }

    @Test
    void failsIfWriteValuesAreMissing() {
        Limit limit = Limit.parse("latency.p99>1h");
        assertThat(limit.needsWorkload()).isTrue();
        assertThat(limit.check(PLAN, summary(null), verdict(Verdict.Status.LOSSLESS), List.of())
                        .held())
                .isFalse();
        assertThat(Limit.parse("delay.p99>1h").needsWorkload()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dealy.p99>500ms        | has no number named dealy.p99; did you mean delay.p99?",
                "write.latnecy.p95>1ms  | did you mean write.latency.p95Millis?",
                "bytePerSecond<5MB      | did you mean bytesPerSecond?",
                "mising>0               | did you mean missing?",
                "utterlyunheardofthings>0 | has no number named utterlyunheardofthings; docs/results.md lists",
                "delay>5ms              | delay has several numbers: give one, such as delay.p99",
                "eventsByKind.XIDD>0    | has no number named eventsByKind.XIDD",
                "rowsByTable.t>0        | has no number named rowsByTable.t",
                "errorsPerCode.dead>0   | has no number named errorsPerCode.dead",
                "rowCounting=1          | has no number named rowCounting",
                "delay.p99>500MB        | the unit 'MB' does not fit a duration: give one of ns, us, ms, s, m, h",
                "BPS<100Mb/s            | the unit 'Mb' does not fit a number of bytes: give one of B, kB, MB",
                "heartbeats.bytes>1Kib  | the unit 'Kib' does not fit a number of bytes: give one of B, kB, MB",
                "bytesPerSecond<5ms     | the unit 'ms' does not fit a number of bytes: give one of B, kB, MB",
                "bytes<5MB/s            | the unit 'MB/s' does not fit a number of bytes",
                "errors>1%              | the unit '%' does not fit a plain number, which has none",
                "delay.p99>5            | a duration needs its unit, such as 5ms or 5s",
                "delay.p99 > 0.5        | a duration needs its unit, such as 0.5ms or 0.5s",
                "overStreams.delayMax.max>3 | a duration needs its unit, such as 3ms or 3s",
                "loads.a.latency.p99>5  | a duration needs its unit, such as 5ms or 5s",
                "consumers.a.delay.p99>5 | a duration needs its unit, such as 5ms or 5s",
                "delay.p99>fast         | 'fast' is not a number",
                "delay.p99>             | there is no value on the right",
                ">500ms                 | there is no name",
                "delay.p99              | there is no <, <=, >, >=, = or !=",
                "''                     | there is no name",
                "delay.p99=>5ms         | '=>' is none of <, <=, >, >=, =, !=",
                "delay.p99>5ms && tps<1 | more than one comparison",
                "1ms<delay.p99<5ms      | more than one comparison",
                "verdict=FINE           | 'FINE' is none of the verdicts LOSSLESS, NOT_CHECKED",
                "verdict=loss           | DUPLICATED, LOST; did you mean LOSSLESS?",
                "verdict>LOST           | a verdict is compared by = or != only",
            })
    void rejectsInvalidLimitWithReason(String expression, String reason) {
        assertThatThrownBy(() -> Limit.parse(expression))
                .isInstanceOf(InvalidPlanException.class)
                .hasMessageStartingWith("failIf: '" + expression + "'")
                .hasMessageContaining(reason)
                .hasMessageNotContaining("\n");
    }

    @Test
    void eachSuggestedNameIsAccepted() {
        assertThat(ResultValues.names()).hasSizeGreaterThan(80);
        for (String name : ResultValues.names()) {
            assertThat(ResultValues.find(name))
                    .as(name)
                    .hasValueSatisfying(value -> assertThat(value.name()).isEqualTo(name));
            assertThat(Limit.parse(name + ">1")
                            .check(PLAN, summaryWithWrites(), verdict(Verdict.Status.LOST), List.of()))
                    .isNotNull();
        }
    }
}
