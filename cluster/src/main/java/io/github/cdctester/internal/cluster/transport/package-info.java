// SPDX-License-Identifier: Apache-2.0
/** Connections between coordinator and worker nodes: the only package that uses gRPC. */
@NullMarked
package io.github.cdctester.internal.cluster.transport;

import org.jspecify.annotations.NullMarked;
