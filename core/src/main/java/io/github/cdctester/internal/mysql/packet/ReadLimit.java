// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.packet;

import java.net.SocketTimeoutException;
import java.time.Duration;

/** Limits the total size and time of the packets that belong together, whatever the other side sends. */
public final class ReadLimit {

    private final String subject;
    private final int maxBytes;
    private final Duration time;
    private final long begunNanos = System.nanoTime();
    private long readBytes;

    /**
     * Starts the time.
     *
     * @param subject the packets in messages, for example "an answer"
     * @param maxBytes maximum size of all packets with their headers
     */
    public ReadLimit(String subject, int maxBytes, Duration time) {
        this.subject = subject;
        this.maxBytes = maxBytes;
        this.time = time;
    }

    String subject() {
        return subject;
    }

    void addBytes(long bytes) throws MySqlProtocolException {
        readBytes += bytes;
        if (readBytes > maxBytes) {
            throw new MySqlProtocolException(subject + " of more than " + maxBytes + " bytes");
        }
    }

    void checkTime() throws SocketTimeoutException {
        if (System.nanoTime() - begunNanos > time.toNanos()) {
            throw new SocketTimeoutException(subject + " that does not end within " + time.toSeconds() + " s");
        }
    }
}
