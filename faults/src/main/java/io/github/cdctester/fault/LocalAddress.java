// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;

final class LocalAddress {

    private LocalAddress() {}

    static InetAddress of(String text) {
        try {
            InetAddress address = InetAddress.getByName(text);
            boolean isLocal = address.isAnyLocalAddress()
                    || address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
            if (isLocal && !text.isBlank()) { // the JDK resolves a blank name to the loopback address
                return address;
            }
            throw new UnknownHostException(text);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "listen address: '" + text + "' is not an address of this machine; give 127.0.0.1, the address of a"
                            + " network interface, or 0.0.0.0 for all of them",
                    e);
        }
    }
}
