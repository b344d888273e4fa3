// SPDX-License-Identifier: Apache-2.0
/**
 * Meters that receive primitives from workers and readers, a sampler that reads all meters once per second, and the connection
 * to Micrometer.
 *
 * <p>An event takes a few additions to fields of one thread. A transaction adds one histogram recording (about ten ns). A socket
 * read publishes the counters once. Nothing is allocated.
 */
@NullMarked
package io.github.cdctester.internal.meter;

import org.jspecify.annotations.NullMarked;
