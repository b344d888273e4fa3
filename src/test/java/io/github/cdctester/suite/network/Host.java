// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A host of a {@link Network}: a network namespace with its own address, and a cable to the switch. */
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

    /** Wraps a command so that it runs on this host, in the same process. */
    public List<String> onHost(List<String> command) {
        List<String> there = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        there.addAll(command);
        return there;
    }

    /** Disconnects the host: no packet passes in either direction, without any notification. */
    public void cutOff() {
        setLinkState("down");
    }

    public void plugIn() {
        setLinkState("up");
    }

    private void setLinkState(String state) {
        try {
            Ip.ip("-n", switchNamespace, "link", "set", port, state);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
