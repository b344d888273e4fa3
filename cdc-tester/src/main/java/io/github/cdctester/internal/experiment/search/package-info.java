// SPDX-License-Identifier: Apache-2.0
/**
 * The search for the highest rate at which a trial passes. Selects the next rate, and computes the answer from all trials. Does
 * not access a server.
 */
@NullMarked
package io.github.cdctester.internal.experiment.search;

import org.jspecify.annotations.NullMarked;
