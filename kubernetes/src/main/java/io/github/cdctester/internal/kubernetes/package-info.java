// SPDX-License-Identifier: Apache-2.0
/** Worker nodes and commands as pods of a Kubernetes cluster. */
@NullMarked
package io.github.cdctester.internal.kubernetes;

import org.jspecify.annotations.NullMarked;
