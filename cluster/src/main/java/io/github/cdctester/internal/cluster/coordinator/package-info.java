// SPDX-License-Identifier: Apache-2.0
/** The coordinator: one load of many worker nodes. */
@NullMarked
package io.github.cdctester.internal.cluster.coordinator;

import org.jspecify.annotations.NullMarked;
