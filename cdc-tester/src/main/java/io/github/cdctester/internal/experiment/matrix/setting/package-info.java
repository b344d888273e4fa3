// SPDX-License-Identifier: Apache-2.0
/** Settings of a server, applied and undone: what was there before is written down first, and put back whatever happens. */
@NullMarked
package io.github.cdctester.internal.experiment.matrix.setting;

import org.jspecify.annotations.NullMarked;
