// SPDX-License-Identifier: Apache-2.0
/** Experiments with several phases. An experiment is one run with one stream through all phases. */
@NullMarked
package io.github.cdctester.internal.experiment.plan;

import org.jspecify.annotations.NullMarked;
