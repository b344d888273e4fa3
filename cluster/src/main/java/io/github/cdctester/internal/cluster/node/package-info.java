// SPDX-License-Identifier: Apache-2.0
/** A worker node, which writes and reads for a coordinator. */
@NullMarked
package io.github.cdctester.internal.cluster.node;

import org.jspecify.annotations.NullMarked;
