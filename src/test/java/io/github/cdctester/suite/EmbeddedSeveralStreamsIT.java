// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite;

import static io.github.cdctester.config.LoadSpec.openLoop;
import static io.github.cdctester.config.Rate.perSecond;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.cdctester.PlanBuilder;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.StartPosition;
import io.github.cdctester.config.StreamSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunInterruptedException;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.process.CliCall;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.TestServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedSeveralStreamsIT extends SeveralStreamsContract {

    private static final int STREAMS = 64;
    private static final long MB = 1_000_000;

    @Override
    TestServer start() {
        return EmbeddedTestServer.sharedWithEmptyLog();
    }

    @Override
    boolean hasCommitTimestamps() {
        return false;
    }

    @Test
    void manyStreamsNeedLittleHeap() {
        List<Heap> heaps = new ArrayList<>();
        Heap base = Heap.afterGarbageCollection();
        RunResult result = RoundTripChecks.run(insertPlan(0)
                .load(openLoop(2, perSecond(100)))
                .window(new Window(Duration.ZERO, Duration.ofSeconds(6), 0, Duration.ofSeconds(60)))
                .streams(StreamSpec.copies(STREAMS, server.endpoint(), StartPosition.now())
                        .toArray(StreamSpec[]::new))
                .listener(new RunListener() {
                    @Override
                    public void sample(SampleRow sample) {
                        heaps.add(Heap.afterGarbageCollection());
                    }
                }));

        assertThat(result.summary().streams())
                .hasSize(STREAMS)
                .allSatisfy(stream -> assertContainsAllCommits(stream.cdc(), result));
        // on a busy machine, a garbage collection may take seconds and delay the samples
        assertThat(heaps)
                .hasSizeGreaterThan(1)
                .allMatch(heap -> heap.bytes() - base.bytes() < 3 * STREAMS * MB / 2, "less than 1.5 MB per stream");
        assertThat(heaps.get(heaps.size() - 1).bytesWithoutCounts()
                        - heaps.get(1).bytesWithoutCounts())
                .isLessThan(5 * MB);
    }

    @Test
    void reportsStreamThatEndsRun() {
        server.execute(
                "CREATE USER 'doomed'@'%' IDENTIFIED BY 'x'",
                "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO 'doomed'@'%'");
        Endpoint endpoint = server.endpoint();
        Endpoint doomedAccount = Endpoint.of("jdbc:mysql://" + endpoint.address() + "/", "doomed", "x");
        PlanBuilder plan = planForSeconds(30)
                .streams(
                        new StreamSpec("good", endpoint, StartPosition.now()),
                        new StreamSpec("bad", doomedAccount, StartPosition.now()))
                .listener(new RunListener() {
                    @Override
                    public void sample(SampleRow sample) {
                        if (sample.second() == 2) {
                            dropUserAndConnections("doomed");
                        }
                    }
                });
        RunInterruptedException failure = catchThrowableOfType(RunInterruptedException.class, plan::run);

        assertThat(failure).hasMessageContaining("stream bad: ").hasMessageContaining(endpoint.address());
        RunResult partialRun = failure.partialResult();
        assertThat(partialRun.interrupted()).isTrue();
        assertThat(partialRun.interruptedBecause()).startsWith("stream bad: ");
        assertThat(partialRun.summary().streams().get(0).cdc().transactions()).isPositive();
    }

    @Test
    void commandLineShowsRowPerStream(@TempDir Path directory) throws IOException {
        Path out = directory.resolve("out");
        try (CliCall cli = CommandLines.call(
                server,
                "run",
                "--prepare",
                "--cleanup",
                "--table-size=10",
                "--events=200",
                "--streams=2",
                "--delay-source=all",
                "--out=" + out)) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .contains("| 2 streams")
                    .contains("committed 200, observed 200")
                    .contains("by EVENT_HEADER (0 to 1 s too long)")
                    .containsPattern("(?m)^stream-1 .*\\nstream-2 .*\\nall .*\\nmin .*\\navg .*\\nmax ");
        }
        assertThat(Files.readString(out.resolve("result.json")))
                .contains("\"overStreams\"", "\"name\" : \"stream-2\"", "\"delays\"");
        assertThat(Files.readAllLines(out.resolve("samples.csv")).get(0))
                .contains(",streams.stream-1.delay.p50Millis,", ",streams.stream-2.behindBytes,");
    }

    @Test
    void omitsStreamListForOneStream() {
        try (CliCall cli = CommandLines.call(
                server, "run", "--prepare", "--cleanup", "--table-size=10", "--events=100", "--json")) {
            assertThat(cli.exitCode()).as(cli.err()).isZero();
            assertThat(cli.out())
                    .as("only the plan contains a list of streams, and the list is empty")
                    .containsOnlyOnce("\"streams\"")
                    .contains("\"streams\" : [ ]")
                    .doesNotContain("\"overStreams\"", "\"delays\"");
        }
    }

    private void dropUserAndConnections(String user) {
        server.execute("DROP USER '" + user + "'@'%'");
        for (List<String> row :
                server.queryRows("SELECT id FROM information_schema.processlist WHERE user = '" + user + "'")) {
            server.execute("KILL " + row.get(0));
        }
    }

    /**
     * Size of the live objects on the heap, in bytes.
     *
     * @param bytesWithoutCounts bytes without int and long arrays: histograms extend theirs at each new maximum of the delay
     */
    private record Heap(long bytes, long bytesWithoutCounts) {

        private static final Pattern COUNT_ARRAYS = Pattern.compile("(?m)^ *\\d+: +\\d+ +(\\d+) +\\[[IJ](?= |$)");
        private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");

        static Heap afterGarbageCollection() {
            try {
                String classHistogram = (String) ManagementFactory.getPlatformMBeanServer()
                        .invoke(
                                ObjectName.getInstance("com.sun.management:type=DiagnosticCommand"),
                                "gcClassHistogram",
                                new Object[] {new String[0]},
                                new String[] {String[].class.getName()});
                long bytes = sum(TOTAL, classHistogram);
                return new Heap(bytes, bytes - sum(COUNT_ARRAYS, classHistogram));
            } catch (JMException e) {
                throw new AssertionError("this JVM provides no class histogram", e);
            }
        }

        private static long sum(Pattern line, String classHistogram) {
            return line.matcher(classHistogram)
                    .results()
                    .mapToLong(found -> Long.parseLong(found.group(1)))
                    .sum();
        }
    }
}
