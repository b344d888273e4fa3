// SPDX-License-Identifier: Apache-2.0
/** Selects the next rate of a search, and computes the answer from all trials. Does not access a server. */
@NullMarked
package io.github.cdctester.internal.experiment.search;

import org.jspecify.annotations.NullMarked;
