// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.packet;

import java.io.IOException;

/** Thrown if received bytes violate the protocol or a size limit. The connection is then unusable. */
public class MySqlProtocolException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception. {@code invalidData} describes the data, for example "an empty packet in the login". */
    public MySqlProtocolException(String invalidData) {
        this("MySQL protocol error: ", invalidData);
    }

    protected MySqlProtocolException(String prefix, String invalidData) {
        super(prefix + invalidData);
    }
}
