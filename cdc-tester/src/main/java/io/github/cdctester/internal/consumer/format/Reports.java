// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.consumer.format;

/** Is told what lines say, as a consumer's probe is. */
public interface Reports {

    /** A whole transaction was seen, by its GTID. */
    void transaction(String gtid);

    /** A whole transaction was seen, by the offset behind its end. */
    void transaction(String file, long position);

    /** A row was seen after its change. */
    void row(String table, String key, long sequence);
}
