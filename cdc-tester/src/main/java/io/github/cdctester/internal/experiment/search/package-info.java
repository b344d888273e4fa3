// SPDX-License-Identifier: Apache-2.0
/** The search for the highest rate that holds: which rate comes next, and what the trials say together. Knows no server. */
@NullMarked
package io.github.cdctester.internal.experiment.search;

import org.jspecify.annotations.NullMarked;
