// SPDX-License-Identifier: Apache-2.0
/**
 * Conducts one run: pre-flight, clock, position, subscriber, load, window, drain, result. Not for users of the library,
 * who go through {@link io.github.cdctester.CdcTester}.
 */
@NullMarked
package io.github.cdctester.internal.run;

import org.jspecify.annotations.NullMarked;
