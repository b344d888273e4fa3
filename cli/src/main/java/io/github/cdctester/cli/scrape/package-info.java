// SPDX-License-Identifier: Apache-2.0
/** The endpoint that Prometheus scrapes. */
@NullMarked
package io.github.cdctester.cli.scrape;

import org.jspecify.annotations.NullMarked;
