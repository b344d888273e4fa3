// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A host of a {@link Network}: a network namespace with its own address, and a link to the switch. */
public final class Host {

    private final String namespace;
    private final String address;
    private final String switchNamespace;
    private final String switchInterface;

    Host(String namespace, String address, String switchNamespace, String switchInterface) {
        this.namespace = namespace;
        this.address = address;
        this.switchNamespace = switchNamespace;
        this.switchInterface = switchInterface;
    }

    /** Returns its IPv4 address. */
    public String address() {
        return address;
    }

    /** Returns the command with a prefix that runs it on this host. {@code ip} executes it in its own process. */
    public List<String> onHost(List<String> command) {
        List<String> wrapped = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        wrapped.addAll(command);
        return wrapped;
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
            Ip.ip("-n", switchNamespace, "link", "set", switchInterface, state);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
