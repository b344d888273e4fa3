// SPDX-License-Identifier: Apache-2.0
/**
 * Numbers: meters that the writer and the reader push primitives into, a sampler that pulls from both once a second, and
 * the binder to Micrometer.
 *
 * <p>Cost: an event is a few additions to fields of one thread; a transaction adds one histogram recording (some ten ns);
 * a socket read publishes the counters once. Nothing is allocated. HdrHistogram and Micrometer are used here only.
 */
@NullMarked
package io.github.cdctester.internal.meter;

import org.jspecify.annotations.NullMarked;
