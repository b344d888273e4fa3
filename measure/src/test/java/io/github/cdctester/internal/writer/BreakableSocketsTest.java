// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.SQLException;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.SocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread that reads from a silent server is unblocked when its socket is closed. */
@Timeout(60)
class BreakableSocketsTest {

    private final BreakableSockets sockets = new BreakableSockets();

    @ParameterizedTest
    @ValueSource(classes = {DriverSockets.Blocking.class, DriverSockets.Ordinary.class})
    void endsBlockedReads(Class<? extends SocketFactory> factory) throws Exception {
        try (ServerSocket silentServer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket socket = connect(factory, silentServer);
            CountDownLatch reading = new CountDownLatch(1);
            AtomicReference<IOException> failure = new AtomicReference<>();
            Thread reader = new Thread(() -> {
                try {
                    reading.countDown();
                    int firstByte = socket.getInputStream().read();
                    throw new AssertionError("read " + firstByte);
                } catch (IOException e) {
                    failure.set(e);
                }
            });
            reader.start();
            reading.await();
            sockets.closeAll();
            reader.join(TimeUnit.SECONDS.toMillis(30));
            assertThat(reader.isAlive()).isFalse();
            assertThat(failure.get()).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {DriverSockets.Blocking.class, DriverSockets.Ordinary.class})
    void rejectsLaterConnections(Class<? extends SocketFactory> factory) throws Exception {
        sockets.closeAll();
        try (ServerSocket silentServer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> connect(factory, silentServer));
        }
    }

    @Test
    void separatesSocketsOfConcurrentPools() throws Exception {
        BreakableSockets otherPool = new BreakableSockets();
        CyclicBarrier barrier = new CyclicBarrier(2);
        FutureTask<Socket> otherSocket = new FutureTask<>(() -> connectSocket(otherPool, barrier));
        Thread otherThread = new Thread(otherSocket);
        otherThread.start();
        try (Socket ownSocket = connectSocket(sockets, barrier)) {
            otherPool.closeAll();
            assertThat(otherSocket.get().isClosed()).isTrue();
            assertThat(ownSocket.isClosed()).isFalse();
        }
        otherThread.join();
    }

    private static Socket connectSocket(BreakableSockets pool, CyclicBarrier barrier) throws Exception {
        AtomicReference<Socket> createdSocket = new AtomicReference<>();
        pool.connect(() -> {
            try {
                barrier.await(); // waits until both pools are connecting
                createdSocket.set(new DriverSockets.Blocking().createSocket());
                barrier.await();
                return null;
            } catch (IOException | InterruptedException | BrokenBarrierException e) {
                throw new SQLException(e);
            }
        });
        return createdSocket.get();
    }

    /** MariaDB's driver also connects the socket after its creation. */
    private Socket connect(Class<? extends SocketFactory> factory, ServerSocket server) throws Exception {
        SocketFactory socketFactory = factory.getConstructor().newInstance();
        AtomicReference<Socket> connectedSocket = new AtomicReference<>();
        sockets.connect(() -> {
            try {
                Socket socket = socketFactory.createSocket();
                socket.connect(server.getLocalSocketAddress());
                connectedSocket.set(socket);
                return null;
            } catch (IOException e) {
                throw new SQLException(e);
            }
        });
        return connectedSocket.get();
    }
}
