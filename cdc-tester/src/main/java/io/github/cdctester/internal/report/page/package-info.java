// SPDX-License-Identifier: Apache-2.0
/** The front of the pages: of any result the page that shows it. */
@NullMarked
package io.github.cdctester.internal.report.page;

import org.jspecify.annotations.NullMarked;
