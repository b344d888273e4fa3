// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

/** Finds the dump command in what a client sends, without TLS and without compression. */
final class ClientCommands {

    private static final int COM_BINLOG_DUMP = 0x12;
    private static final int COM_BINLOG_DUMP_GTID = 0x1e;
    private static final int HEADER_BYTES = 4;

    private final byte[] header = new byte[HEADER_BYTES];
    private int headerBytes;
    private int bodyLeft;
    private boolean first;
    private boolean dump;

    /** Looks at the next bytes, cut anywhere; tells whether there has been a dump command up to now. */
    boolean sees(byte[] bytes, int count) {
        int at = 0;
        while (at < count && !dump) {
            if (bodyLeft == 0) {
                header[headerBytes++] = bytes[at++];
                if (headerBytes == HEADER_BYTES) {
                    headerBytes = 0;
                    bodyLeft = header[0] & 0xFF | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16;
                    first = header[3] == 0; // a login's packets have other numbers
                }
            } else {
                dump = first && (bytes[at] == COM_BINLOG_DUMP || bytes[at] == COM_BINLOG_DUMP_GTID);
                first = false;
                int passed = Math.min(bodyLeft, count - at);
                bodyLeft -= passed;
                at += passed;
            }
        }
        return dump;
    }
}
