// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * sysbench's transactions in plain JDBC loops: one thread per connection, and no pool, pacing, meters or subscriber.
 * Takes {@link BenchOptions}, and prints one line of {@code name=value} pairs.
 */
public final class JdbcLoop {

    /** Error codes that sysbench also ignores. */
    private static final Set<Integer> IGNORED_ERRORS = Set.of(1213, 1205, 1020);

    private enum Phase {
        WARM_UP,
        MEASURE,
        END
    }

    private final BenchOptions options;
    private final CountDownLatch connected;
    private final CountDownLatch go = new CountDownLatch(1);
    private final AtomicLong transactions = new AtomicLong();
    private final AtomicLong errors = new AtomicLong();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private volatile Phase phase = Phase.WARM_UP;

    private JdbcLoop(BenchOptions options) {
        this.options = options;
        connected = new CountDownLatch(options.threads());
    }

    public static void main(String... arguments) throws InterruptedException {
        JdbcLoop loop = new JdbcLoop(BenchOptions.of(arguments));
        System.out.println(loop.measure());
        System.exit(0);
    }

    private String measure() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < options.threads(); i++) {
            Thread thread = new Thread(this::work, "loop-" + i);
            threads.add(thread);
            thread.start();
        }
        connected.await();
        go.countDown();
        Thread.sleep(options.warmupSeconds() * 1_000L);
        double cpuBefore = ProcessCpu.seconds();
        long from = System.nanoTime();
        phase = Phase.MEASURE;
        Thread.sleep(options.seconds() * 1_000L);
        phase = Phase.END;
        double seconds = (System.nanoTime() - from) / 1e9;
        double cpu = ProcessCpu.seconds() - cpuBefore;
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            return "error=" + String.valueOf(failure.get()).replaceAll("\\s+", "_");
        }
        return String.format(
                Locale.ROOT,
                "transactions=%d seconds=%.6f cpu=%.6f errors=%d",
                transactions.get(),
                seconds,
                cpu,
                errors.get());
    }

    private void work() {
        boolean signalledConnected = false;
        try (Connection connection = DriverManager.getConnection(url())) {
            OltpTransaction transaction = OltpTransaction.on(connection, options);
            connected.countDown();
            signalledConnected = true;
            go.await();
            loop(connection, transaction);
        } catch (SQLException | InterruptedException | RuntimeException e) {
            failure.compareAndSet(null, e);
            phase = Phase.END;
        } finally {
            if (!signalledConnected) {
                connected.countDown();
            }
        }
    }

    private void loop(Connection connection, OltpTransaction transaction) throws SQLException {
        SplittableRandom random = new SplittableRandom();
        long count = 0;
        long ignoredErrors = 0;
        while (phase != Phase.END) {
            try {
                transaction.execute(random);
                if (phase == Phase.MEASURE) {
                    count++;
                }
            } catch (SQLException e) {
                if (!IGNORED_ERRORS.contains(e.getErrorCode())) {
                    throw e;
                }
                ignoredErrors++;
                try (Statement statement = connection.createStatement()) {
                    statement.execute("ROLLBACK");
                }
            }
        }
        transactions.addAndGet(count);
        errors.addAndGet(ignoredErrors);
    }

    private String url() {
        String address = Target.HOST + ":" + options.port() + "/" + BenchOptions.DATABASE + "?user=" + Target.USER
                + "&useServerPrepStmts=" + options.prepared();
        return options.connectorJ()
                ? "jdbc:mysql://" + address + "&sslMode=DISABLED&allowPublicKeyRetrieval=true&useLocalSessionState=true"
                : "jdbc:mariadb://" + address + "&sslMode=disable&allowPublicKeyRetrieval=true";
    }
}
