// SPDX-License-Identifier: Apache-2.0
/** Determines the GTID of each commit from the server's response, at the cost of one additional query per connection. */
@NullMarked
package io.github.cdctester.internal.writer.commit;

import org.jspecify.annotations.NullMarked;
