// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

/**
 * Finds the dump command in a client's bytes. TLS and protocol compression hide the commands: the client requests them in its
 * first packet, and the bytes after its login are no packets.
 */
final class ClientCommands {

    private static final int COM_BINLOG_DUMP = 0x12;
    private static final int COM_BINLOG_DUMP_GTID = 0x1e;
    private static final int HEADER_BYTES = 4;

    private static final int CLIENT_COMPRESS = 1 << 5;
    private static final int CLIENT_PROTOCOL_41 = 1 << 9;
    private static final int CLIENT_SSL = 1 << 11;
    private static final int CLIENT_ZSTD_COMPRESSION_ALGORITHM = 1 << 26;

    /** Length of the client's capabilities, which begin its first packet. */
    private static final int CAPABILITY_BYTES = 4;

    private final byte[] header = new byte[HEADER_BYTES];
    private int headerBytes;
    private int remainingBodyBytes;
    private boolean isFirstPacket = true;
    private boolean atCommandByte;
    private int missingCapabilityBytes;
    private int capabilities;
    private boolean dumpFound;
    private boolean hidden;

    /** Reads the client's next bytes, which may end inside a packet. */
    void read(byte[] bytes, int count) {
        int index = 0;
        while (index < count && !dumpFound && !hidden) {
            if (remainingBodyBytes == 0) {
                header[headerBytes++] = bytes[index++];
                if (headerBytes == HEADER_BYTES) {
                    beginPacket();
                }
            } else {
                int bodyBytes = Math.min(remainingBodyBytes, count - index);
                readBody(bytes, index, bodyBytes);
                remainingBodyBytes -= bodyBytes;
                index += bodyBytes;
            }
        }
    }

    private void beginPacket() {
        headerBytes = 0;
        remainingBodyBytes = header[0] & 0xFF | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16;
        atCommandByte = header[3] == 0; // commands have sequence number 0, unlike the packets of a login
        missingCapabilityBytes =
                isFirstPacket && header[3] == 1 ? CAPABILITY_BYTES : 0; // follows the server's greeting
        isFirstPacket = false;
    }

    private void readBody(byte[] bytes, int from, int count) {
        if (atCommandByte) {
            dumpFound = bytes[from] == COM_BINLOG_DUMP || bytes[from] == COM_BINLOG_DUMP_GTID;
            atCommandByte = false;
        }
        for (int index = from; missingCapabilityBytes > 0 && index < from + count; index++) {
            capabilities |= (bytes[index] & 0xFF) << 8 * (CAPABILITY_BYTES - missingCapabilityBytes);
            missingCapabilityBytes--;
            if (missingCapabilityBytes == 0) {
                hidden = hideCommands(capabilities);
            }
        }
    }

    private static boolean hideCommands(int capabilities) {
        boolean hasZstd = (capabilities & CLIENT_PROTOCOL_41) != 0 // older clients send only two bytes of capabilities
                && (capabilities & CLIENT_ZSTD_COMPRESSION_ALGORITHM) != 0;
        return hasZstd || (capabilities & (CLIENT_COMPRESS | CLIENT_SSL)) != 0;
    }

    /** Returns true if the bytes contain a dump command. */
    boolean haveDump() {
        return dumpFound;
    }

    /** Returns true if the client's commands cannot be read, because it uses TLS or compression. */
    boolean areHidden() {
        return hidden;
    }
}
