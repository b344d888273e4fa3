// SPDX-License-Identifier: Apache-2.0
/** A worker node. */
@NullMarked
package io.github.cdctester.internal.cluster.node;

import org.jspecify.annotations.NullMarked;
