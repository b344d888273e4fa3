// SPDX-License-Identifier: Apache-2.0
/**
 * The search for the highest rate at which a trial passes: selects the next rate, and concludes from all trials. Uses
 * no server.
 */
@NullMarked
package io.github.cdctester.internal.experiment.search;

import org.jspecify.annotations.NullMarked;
