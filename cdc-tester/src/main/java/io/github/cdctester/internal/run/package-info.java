// SPDX-License-Identifier: Apache-2.0
/** Executes one run. The subpackages for streams, loads, heartbeats and outcome do not depend on this package. */
@NullMarked
package io.github.cdctester.internal.run;

import org.jspecify.annotations.NullMarked;
