// SPDX-License-Identifier: Apache-2.0
/** The network between coordinator and worker nodes: the only room that knows its library. */
@NullMarked
package io.github.cdctester.internal.cluster.link;

import org.jspecify.annotations.NullMarked;
