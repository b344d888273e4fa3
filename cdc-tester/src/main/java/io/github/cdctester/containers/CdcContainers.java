// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.containers;

import java.util.List;

/** Servers in containers, set up to be measured. */
public final class CdcContainers {

    private CdcContainers() {}

    /**
     * MySQL, from 8.0 on, by its official image or one that is used like it. The log has row format, full images and full metadata,
     * GTIDs and CRC32; the rest, durability too, is as the image has it.
     *
     * @param image such as {@code mysql:9.7}
     * @return a container, not started
     */
    public static CdcContainer mysql(String image) {
        return CdcContainer.of(image, ServerFamily.MYSQL.arguments());
    }

    /**
     * MariaDB, from 10.5 on, by its official image. As above; the image has no binlog by itself, and MariaDB always has GTIDs.
     *
     * @param image such as {@code mariadb:11.4}
     * @return a container, not started
     */
    public static CdcContainer mariadb(String image) {
        return CdcContainer.of(image, ServerFamily.MARIADB.arguments());
    }

    /**
     * Any other server that speaks MySQL's protocol at port 3306. It gets no arguments by itself, and the root password in the
     * variables of both images above; what its stream lacks is named when it is started.
     *
     * @param image the image
     * @return a container, not started
     */
    public static CdcContainer generic(String image) {
        return CdcContainer.of(image, List.of());
    }
}
