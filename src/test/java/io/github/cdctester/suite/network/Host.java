// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A host of a {@link Network}: a namespace with an address of its own, and a cable to the switch. */
public final class Host {

    private final String namespace;
    private final String address;
    private final String switchNamespace;
    private final String port;

    Host(String namespace, String address, String switchNamespace, String port) {
        this.namespace = namespace;
        this.address = address;
        this.switchNamespace = switchNamespace;
        this.port = port;
    }

    /** Returns its IPv4 address. */
    public String address() {
        return address;
    }

    /** A command on this host, as the same process. */
    public List<String> around(List<String> command) {
        List<String> there = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        there.addAll(command);
        return there;
    }

    /** Cuts its network: no packet goes in or out any more, without a notification. */
    public void cutOff() {
        turn("down");
    }

    public void plugIn() {
        turn("up");
    }

    private void turn(String state) {
        try {
            Ip.ip("-n", switchNamespace, "link", "set", port, state);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
