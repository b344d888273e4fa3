// SPDX-License-Identifier: Apache-2.0
/** The search for the highest passing rate: the next rate, and the conclusion from all trials. Uses no server. */
@NullMarked
package io.github.cdctester.internal.experiment.search;

import org.jspecify.annotations.NullMarked;
