// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/** Socket factories for MariaDB's driver, which finds them by class name; see {@link BreakableSockets}. */
public abstract class DriverSockets extends SocketFactory {

    private DriverSockets() {}

    /** Creates the sockets that the driver would create without a factory. */
    public static final class Ordinary extends DriverSockets {

        @Override
        public Socket createSocket() throws IOException {
            return BreakableSockets.register(new Socket());
        }
    }

    /**
     * Creates sockets whose reads take one system call. The JDK's ordinary sockets stay non-blocking after the first read with a
     * timeout, and every login contains such a read. Each response then takes three system calls: an empty read, a poll, and a
     * read ({@code sun.nio.ch.NioSocketImpl}, JDK 17 to 25).
     *
     * <p>An interrupt closes such a socket in the middle of a statement, whose outcome is then unknown. Only the load uses these
     * sockets, and interrupts its threads only after it has closed them. A workload could interrupt its thread earlier, which ends
     * the run as a failure.
     */
    public static final class Blocking extends DriverSockets {

        public Blocking() {}

        @Override
        public Socket createSocket() throws IOException {
            return BreakableSockets.register(SocketChannel.open().socket());
        }
    }

    @Override
    public abstract Socket createSocket() throws IOException;

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connect(null, new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connect(null, new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return connect(new InetSocketAddress(localHost, localPort), new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return connect(new InetSocketAddress(localHost, localPort), new InetSocketAddress(host, port));
    }

    private Socket connect(@Nullable InetSocketAddress local, InetSocketAddress remote) throws IOException {
        Socket socket = createSocket();
        try {
            if (local != null) {
                socket.bind(local);
            }
            socket.connect(remote);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
