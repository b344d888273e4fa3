// SPDX-License-Identifier: Apache-2.0
/**
 * Conducts one run: pre-flight, clock, position, subscriber, load, window, drain, result. The conductor is above four rooms
 * that do not know it: the streams, the loads, the heartbeats, and the outcome.
 */
@NullMarked
package io.github.cdctester.internal.run;

import org.jspecify.annotations.NullMarked;
