// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.cluster.message;

import io.github.cdctester.internal.report.RecordJson;

/** Messages as JSON: no Java serialization, so that nobody can send objects of other classes. */
public final class Wire {

    private Wire() {}

    /**
     * Writes a message.
     *
     * @param message the message
     * @return JSON in UTF-8
     */
    public static byte[] bytes(Message message) {
        return RecordJson.bytes(Message.class, message);
    }

    /**
     * Reads a message.
     *
     * @param bytes JSON in UTF-8
     * @return the message
     * @throws IllegalArgumentException if it is none of this version
     */
    public static Message message(byte[] bytes) {
        try {
            return RecordJson.read(bytes, Message.class);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("no message of this version: " + e.getMessage(), e);
        }
    }
}
