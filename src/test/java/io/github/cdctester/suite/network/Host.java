// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.suite.network;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A network namespace with its own address, and a link to the switch of a {@link Network}. */
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

    public String address() {
        return address;
    }

    /** {@code ip} replaces itself with the command, so there is no additional process. */
    public List<String> onHost(List<String> command) {
        List<String> commandOnHost = new ArrayList<>(List.of("ip", "netns", "exec", namespace));
        commandOnHost.addAll(command);
        return commandOnHost;
    }

    /** No packet passes in either direction, without any notification. */
    public void disconnect() {
        setLinkState("down");
    }

    public void reconnect() {
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
