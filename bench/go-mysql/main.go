// SPDX-License-Identifier: Apache-2.0

// Reads a server's log from the beginning of a file with go-mysql, and prints one line of name=value pairs.
package main

import (
	"context"
	"crypto/tls"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"syscall"
	"time"

	"github.com/go-mysql-org/go-mysql/mysql"
	"github.com/go-mysql-org/go-mysql/replication"
)

func main() {
	port := flag.Uint("port", 3306, "the server's port on the loopback address")
	file := flag.String("file", "binlog.000001", "the first log file")
	expected := flag.Uint64("bytes", 0, "the log's bytes, after which to stop")
	raw := flag.Bool("raw", false, "do not decode events")
	secure := flag.Bool("tls", false, "use TLS")
	flag.Parse()

	config := replication.BinlogSyncerConfig{
		ServerID:       9005,
		Flavor:         mysql.MySQLFlavor,
		Host:           "127.0.0.1",
		Port:           uint16(*port),
		User:           "bench",
		RawModeEnabled: *raw,
		Logger:         slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
	if *secure {
		config.TLSConfig = &tls.Config{InsecureSkipVerify: true} // a server just started on this machine
	}
	start := time.Now()
	syncer := replication.NewBinlogSyncer(config)
	streamer, err := syncer.StartSync(mysql.Position{Name: *file, Pos: 4})
	var bytes, events, transactions uint64
	for err == nil && bytes < *expected {
		var event *replication.BinlogEvent
		event, err = streamer.GetEvent(context.Background())
		if err == nil && event.Header.Timestamp != 0 { // the dump's own events have none
			bytes += uint64(event.Header.EventSize)
			events++
			if event.Header.EventType == replication.XID_EVENT {
				transactions++
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	seconds := time.Since(start).Seconds()
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	cpu := float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e9
	fmt.Printf("bytes=%d seconds=%.6f events=%d transactions=%d cpu=%.3f\n", bytes, seconds, events, transactions, cpu)
}
