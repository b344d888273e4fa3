// SPDX-License-Identifier: Apache-2.0

// The process that holds a pod's namespaces: it waits for the signal that ends it.
package main

import (
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGINT, syscall.SIGTERM)
	<-ended
}
