// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.mysql.packet;

import java.io.IOException;

public interface Packets {

    byte[] read() throws IOException;

    void write(byte[] payload) throws IOException;
}
