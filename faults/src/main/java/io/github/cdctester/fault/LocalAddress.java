// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;

/** Checks the address that a proxy is to listen on. */
final class LocalAddress {

    private LocalAddress() {}

    static InetAddress of(String text) {
        if (!text.isBlank()) { // the JDK takes a blank name for the loopback address
            try {
                InetAddress address = InetAddress.getByName(text);
                if (address.isAnyLocalAddress()
                        || address.isLoopbackAddress()
                        || NetworkInterface.getByInetAddress(address) != null) {
                    return address;
                }
            } catch (IOException e) {
                throw new IllegalArgumentException(message(text), e);
            }
        }
        throw new IllegalArgumentException(message(text));
    }

    private static String message(String text) {
        return "listen address: '" + text + "' is not an address of this machine; give 127.0.0.1, the address of a"
                + " network interface, or 0.0.0.0 for all of them";
    }
}
