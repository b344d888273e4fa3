// SPDX-License-Identifier: Apache-2.0
/** Serves meters to Prometheus. */
@NullMarked
package io.github.cdctester.cli.scrape;

import org.jspecify.annotations.NullMarked;
