// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.packet;

import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * Limits the size and time of a message, which may have several packets. The time is checked after each read, so the reads
 * themselves need a timeout.
 */
public final class ReadLimit {

    private final String subject;
    private final int maxBytes;
    private final Duration timeout;
    private final long startNanos = System.nanoTime();
    private long readBytes;

    /**
     * The timeout starts immediately.
     *
     * @param subject name of the message in error messages, for example "an answer"
     * @param maxBytes includes packet headers
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
        if (System.nanoTime() - startNanos > timeout.toNanos()) {
            throw new SocketTimeoutException(subject + " that does not end within " + timeout.toSeconds() + " s");
        }
    }
}
