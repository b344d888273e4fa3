// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.packet;

import java.net.SocketTimeoutException;
import java.time.Duration;

/** Limits the total size and duration of one answer or message of several packets, so that a faulty peer cannot occupy its reader. */
public final class ReadLimit {

    private final String subject;
    private final int maxBytes;
    private final Duration timeout;
    private final long begunNanos = System.nanoTime();
    private long readBytes;

    /**
     * Starts the timeout.
     *
     * @param subject name of the packets in error messages, for example "an answer"
     * @param maxBytes maximum size of all packets with their headers
     */
    public ReadLimit(String subject, int maxBytes, Duration timeout) {
        this.subject = subject;
        this.maxBytes = maxBytes;
        this.timeout = timeout;
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
        if (System.nanoTime() - begunNanos > timeout.toNanos()) {
            throw new SocketTimeoutException(subject + " that does not end within " + timeout.toSeconds() + " s");
        }
    }
}
