// SPDX-License-Identifier: Apache-2.0
/** Commands in the pods of a cluster. */
@NullMarked
package io.github.cdctester.internal.run.pod;

import org.jspecify.annotations.NullMarked;
