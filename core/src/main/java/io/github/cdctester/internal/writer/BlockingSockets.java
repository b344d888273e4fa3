// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.writer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import javax.net.SocketFactory;

/**
 * Sockets whose reads are one system call, for MariaDB's driver, which finds this class by its name. The JDK's ordinary
 * sockets stay non-blocking after the first read that has a timeout, as those of a login have: from then on each answer takes
 * three calls, a read in vain, a poll, and a read ({@code sun.nio.ch.NioSocketImpl}, JDK 17 to 25).
 *
 * <p>An interrupt closes such a socket in the middle of a statement, of which nobody knows then whether it was executed. So
 * they are for the load, whose threads are our own and are never interrupted.
 */
public final class BlockingSockets extends SocketFactory {

    /** Creates the factory; for the driver. */
    public BlockingSockets() {}

    @Override
    public Socket createSocket() throws IOException {
        return BreakableSockets.made(SocketChannel.open().socket());
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return connected(new InetSocketAddress(host, port));
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket(InetAddress.getByName(host), port, localHost, localPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.bind(new InetSocketAddress(localHost, localPort));
            channel.connect(new InetSocketAddress(host, port));
            return BreakableSockets.made(channel.socket());
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static Socket connected(InetSocketAddress address) throws IOException {
        return BreakableSockets.made(SocketChannel.open(address).socket());
    }
}
