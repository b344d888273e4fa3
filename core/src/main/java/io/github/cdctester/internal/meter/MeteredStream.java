// SPDX-License-Identifier: Apache-2.0
package io.github.cdctester.internal.meter;

import java.util.function.Supplier;

/**
 * One stream as the sampler sees it.
 *
 * @param name the stream's name
 * @param meter what has arrived
 * @param backlog what has not
 */
public record MeteredStream(String name, BinlogMeter meter, Supplier<Backlog> backlog) {}
