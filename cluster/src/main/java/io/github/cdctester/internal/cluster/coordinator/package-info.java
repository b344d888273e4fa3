// SPDX-License-Identifier: Apache-2.0
/** Connects worker nodes and divides loads and streams among them. */
@NullMarked
package io.github.cdctester.internal.cluster.coordinator;

import org.jspecify.annotations.NullMarked;
