// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.fault;

import java.io.IOException;

/** What becomes of a transaction. */
interface TransactionAction {
    void apply(StreamTransaction transaction, StreamOut out) throws IOException;
}
