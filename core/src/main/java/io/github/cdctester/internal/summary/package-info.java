// SPDX-License-Identifier: Apache-2.0
/** What the meters and the server say, in the words of a result: the only place that knows both. */
@NullMarked
package io.github.cdctester.internal.summary;

import org.jspecify.annotations.NullMarked;
