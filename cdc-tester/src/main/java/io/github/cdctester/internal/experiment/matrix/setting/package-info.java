// SPDX-License-Identifier: Apache-2.0
/** Settings of a server, applied and undone: the earlier state is stored first, and restored in any case. */
@NullMarked
package io.github.cdctester.internal.experiment.matrix.setting;

import org.jspecify.annotations.NullMarked;
