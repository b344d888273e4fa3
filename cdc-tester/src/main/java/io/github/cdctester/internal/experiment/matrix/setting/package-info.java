// SPDX-License-Identifier: Apache-2.0
/** Applies settings to a server and undoes them. */
@NullMarked
package io.github.cdctester.internal.experiment.matrix.setting;

import org.jspecify.annotations.NullMarked;
