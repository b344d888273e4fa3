// SPDX-License-Identifier: Apache-2.0
/** Settings of the server by threads or rates by workloads: cells in an order by chance, each a run, against a baseline. */
@NullMarked
package io.github.cdctester.internal.experiment.matrix;

import org.jspecify.annotations.NullMarked;
