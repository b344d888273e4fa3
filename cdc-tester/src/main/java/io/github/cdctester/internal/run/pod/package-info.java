// SPDX-License-Identifier: Apache-2.0
/** A command that runs in the pod of a cluster, and the platform that starts pods. */
@NullMarked
package io.github.cdctester.internal.run.pod;

import org.jspecify.annotations.NullMarked;
