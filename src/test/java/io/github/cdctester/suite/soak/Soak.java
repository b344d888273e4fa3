// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.soak;

import io.github.cdctester.CdcTester;
import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.LoadSpec;
import io.github.cdctester.config.Window;
import io.github.cdctester.result.RunResult;
import io.github.cdctester.result.Verdict;
import io.github.cdctester.result.sample.SampleRow;
import io.github.cdctester.run.RunListener;
import io.github.cdctester.suite.server.EmbeddedTestServer;
import io.github.cdctester.suite.server.MySqlTestServer;
import io.github.cdctester.suite.server.TestServer;
import io.github.cdctester.workload.sysbench.Sysbench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks that long runs of oltp_write_only at full speed need no more resources over time. */
public final class Soak implements RunListener {

    private static final int FOOTPRINT_COUNT = 60;
    private static final int RETAINED_LOG_FILES = 4;
    private static final Duration WARM_UP = Duration.ofSeconds(10);

    private final TestServer server;
    private final long secondsBetweenFootprints;
    private final List<Footprint> footprints = new ArrayList<>();
    private long elapsedSeconds;

    private Soak(TestServer server, long measuredSeconds) {
        this.server = server;
        secondsBetweenFootprints = Math.max(1, measuredSeconds / FOOTPRINT_COUNT);
    }

    /** Arguments: {@code SECONDS THREADS mariadb|mysql}. The exit code is 1 if a resource grew or a transaction was lost. */
    public static void main(String[] arguments) {
        long measuredSeconds = Long.parseLong(arguments[0]);
        int threads = Integer.parseInt(arguments[1]);
        String option = "--max-binlog-size=268435456";
        boolean hasPassed;
        try (TestServer server =
                arguments[2].equals("mysql") ? MySqlTestServer.start(option) : EmbeddedTestServer.start(option)) {
            hasPassed = new Soak(server, measuredSeconds).runAndCheck(measuredSeconds, threads);
        }
        System.exit(hasPassed ? 0 : 1);
    }

    @Override
    public void sample(SampleRow sample) {
        if (++elapsedSeconds % secondsBetweenFootprints == 0) {
            footprints.add(Footprint.measure(server));
            purgeOldLogFiles();
        }
    }

    private boolean runAndCheck(long measuredSeconds, int threads) {
        Endpoint endpoint = server.endpoint();
        RunResult result = CdcTester.plan()
                .endpoint(endpoint)
                .workload(Sysbench.oltpWriteOnly().tables(4).tableSize(10_000))
                .load(LoadSpec.closedLoop(threads))
                .window(new Window(WARM_UP, Duration.ofSeconds(measuredSeconds), 0, Duration.ofMinutes(5)))
                .listener(this)
                .prepareFirst()
                .cleanupAfter()
                .run();
        boolean hasPassed = !result.interrupted() && result.verdict().status() == Verdict.Status.LOSSLESS;
        System.out.println("verdict " + result.verdict().headline() + " ("
                + result.verdict().method() + "), " + result.verdict().committed() + " transactions, "
                + footprints.size()
                + " measurements");
        System.out.printf("%-22s %12s %12s%n", "median of", "1st quarter", "4th quarter");
        for (Quarters quarters : Quarters.of(footprints)) {
            System.out.println(quarters);
            hasPassed &= quarters.isFlat();
        }
        return hasPassed;
    }

    /** The server writes tens of gigabytes per hour. */
    private void purgeOldLogFiles() {
        List<List<String>> files = server.queryRows("SHOW BINARY LOGS");
        if (files.size() > RETAINED_LOG_FILES) {
            String oldestRetainedFile =
                    files.get(files.size() - RETAINED_LOG_FILES).get(0);
            server.execute("PURGE BINARY LOGS TO '" + oldestRetainedFile + "'");
        }
    }
}
