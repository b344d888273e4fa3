// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.bench;

import io.github.cdctester.config.Endpoint;
import io.github.cdctester.config.Endpoint.SslMode;
import io.github.cdctester.config.Password;
import io.github.cdctester.internal.writer.ConnectionPool;
import io.github.cdctester.internal.writer.ConnectionPools;
import io.github.cdctester.workload.ConnectionSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Measures the time until each of many threads has a connection, first from a single pool, then from the pools of a
 * load. Arguments: the server's port, the number of connections, the number of rounds, and true for TLS. Prints a
 * table.
 */
public final class Connections {

    private static final int WARM_UP_ROUNDS = 1;

    private final int count;

    private Connections(int count) {
        this.count = count;
    }

    public static void main(String... arguments) throws InterruptedException {
        boolean tls = Boolean.parseBoolean(arguments[3]);
        Endpoint endpoint = Endpoint.of(
                        Target.HOST, Integer.parseInt(arguments[0]), "sbtest", Target.USER, Password.NONE)
                .withSsl(tls ? SslMode.REQUIRED : SslMode.DISABLED, null);
        Connections side = new Connections(Integer.parseInt(arguments[1]));
        int rounds = Integer.parseInt(arguments[2]);
        double[] onePool = new double[rounds];
        double[] severalPools = new double[rounds];
        for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
            double secondsWithOnePool = side.seconds(() -> ConnectionPool.openForLoad(endpoint, tls, side.count, null));
            double secondsWithSeveralPools = side.seconds(() -> ConnectionPools.open(endpoint, tls, side.count, null));
            if (round >= 0) {
                onePool[round] = secondsWithOnePool;
                severalPools[round] = secondsWithSeveralPools;
            }
        }
        print("one pool", onePool);
        print("the pools of a load", severalPools);
    }

    private double seconds(Supplier<ConnectionSource> opened) throws InterruptedException {
        CountDownLatch connected = new CountDownLatch(count);
        CountDownLatch allConnected = new CountDownLatch(1);
        AtomicReference<Exception> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        long from = System.nanoTime();
        ConnectionSource source = opened.get();
        for (int i = 0; i < count; i++) {
            Thread thread = new Thread(() -> {
                try (Connection connection = source.connection()) {
                    connected.countDown();
                    allConnected.await();
                } catch (SQLException | InterruptedException e) {
                    failure.set(e);
                    connected.countDown();
                }
            });
            threads.add(thread);
            thread.start();
        }
        connected.await();
        double seconds = (System.nanoTime() - from) / 1e9;
        allConnected.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        source.close();
        if (failure.get() != null) {
            throw new IllegalStateException(failure.get());
        }
        return seconds;
    }

    private static void print(String side, double[] seconds) {
        Arrays.sort(seconds);
        System.out.printf(
                Locale.ROOT,
                "| %s | %.2f | %.2f | %.2f |%n",
                side,
                seconds[seconds.length / 2],
                seconds[0],
                seconds[seconds.length - 1]);
    }
}
