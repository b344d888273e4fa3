// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

/**
 * How long a connection lives.
 *
 * @param bytesToClient so many bytes reach the client, wherever in a packet or an event that is
 * @param reset whether it ends with a reset, which throws away what the client has not read yet; else what was sent arrives
 */
record Lifetime(long bytesToClient, boolean reset) {

    static final Lifetime ENDLESS = new Lifetime(Long.MAX_VALUE, false);
}
