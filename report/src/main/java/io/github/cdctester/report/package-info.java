// SPDX-License-Identifier: Apache-2.0
/** Results as text and as files, and read back from them. */
@NullMarked
package io.github.cdctester.report;

import org.jspecify.annotations.NullMarked;
