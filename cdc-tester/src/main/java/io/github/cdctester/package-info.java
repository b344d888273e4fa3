// SPDX-License-Identifier: Apache-2.0
/**
 * Load, delay and loss testing of MySQL-protocol change streams. Start at {@link io.github.cdctester.CdcTester}.
 *
 * <pre>{@code
 * RunResult result = CdcTester.plan()
 *         .endpoint(Endpoint.of(container.getJdbcUrl(), container.getUsername(), container.getPassword()))
 *         .workload(Sysbench.oltpInsert().tables(4).tableSize(10_000))
 *         .load(openLoop(16, perSecond(2_000)))
 *         .window(warmUp(ofSeconds(3)), measure(ofSeconds(20)))
 *         .run();
 * }</pre>
 */
@NullMarked
package io.github.cdctester;

import org.jspecify.annotations.NullMarked;
