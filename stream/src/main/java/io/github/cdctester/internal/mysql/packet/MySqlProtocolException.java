// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.packet;

import java.io.IOException;

/** Received bytes violate the protocol or a size limit. The connection is then unusable. */
public class MySqlProtocolException extends IOException {

    private static final long serialVersionUID = 1L;

    /** {@code invalidData} is a text such as "an empty packet in the login". */
    public MySqlProtocolException(String invalidData) {
        this("MySQL protocol error: ", invalidData);
    }

    protected MySqlProtocolException(String prefix, String invalidData) {
        super(prefix + invalidData);
    }
}
