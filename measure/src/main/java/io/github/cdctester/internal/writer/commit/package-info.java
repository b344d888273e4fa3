// SPDX-License-Identifier: Apache-2.0
/**
 * Determines the GTID of each commit from the server's response, which is intercepted in the driver. This costs one
 * additional query per connection.
 */
@NullMarked
package io.github.cdctester.internal.writer.commit;

import org.jspecify.annotations.NullMarked;
