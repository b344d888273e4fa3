// SPDX-License-Identifier: Apache-2.0

// A consumer with go-mysql's canal: prints table,key,cdc_seq of each row, and stores the place after each transaction in a file in
// CDC_TESTER_STATE, at which the next start resumes. RESUME is gtid or position. The library reconnects by itself.
package main

import (
	"bufio"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-mysql-org/go-mysql/canal"
	"github.com/go-mysql-org/go-mysql/mysql"
	"github.com/go-mysql-org/go-mysql/replication"
)

const keepInterval = 100 * time.Millisecond

type printer struct {
	canal.DummyEventHandler
	out    *bufio.Writer
	place  string
	byGtid bool
	kept   time.Time
}

func (p *printer) OnRow(e *canal.RowsEvent) error {
	if e.Action == canal.DeleteAction {
		return nil
	}
	id, sequence := e.Table.FindColumn("id"), e.Table.FindColumn("cdc_seq")
	from, step := 0, 1
	if e.Action == canal.UpdateAction { // pairs: before, after
		from, step = 1, 2
	}
	for i := from; i < len(e.Rows); i += step {
		row := e.Rows[i]
		stamp := "0"
		if sequence >= 0 && sequence < len(row) {
			stamp = fmt.Sprint(row[sequence])
		}
		key := ""
		if id >= 0 && id < len(row) {
			key = fmt.Sprint(row[id])
		}
		fmt.Fprintf(p.out, "%s.%s,%s,%s\n", e.Table.Schema, e.Table.Name, key, stamp)
	}
	return nil
}

// Flushes the output before it stores the place: a restart loses nothing and may repeat a tenth of a second.
func (p *printer) OnPosSynced(_ *replication.EventHeader, pos mysql.Position, set mysql.GTIDSet, force bool) error {
	if err := p.out.Flush(); err != nil {
		return err
	}
	if !force && time.Since(p.kept) < keepInterval {
		return nil
	}
	p.kept = time.Now()
	place := fmt.Sprintf("%s %d", pos.Name, pos.Pos)
	if p.byGtid {
		if set == nil {
			return nil
		}
		place = set.String()
	}
	return os.WriteFile(p.place, []byte(place), 0o644)
}

func (p *printer) String() string { return "printer" }

func main() {
	if err := follow(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// The stored place, or the log's end at the first start.
func placeOf(file string, byGtid bool) (string, error) {
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) && byGtid {
		return os.Getenv("CDC_TESTER_GTIDS"), nil
	}
	if os.IsNotExist(err) {
		return os.Getenv("CDC_TESTER_LOG_FILE") + " " + os.Getenv("CDC_TESTER_LOG_POSITION"), nil
	}
	return strings.TrimSpace(string(text)), err
}

func follow() error {
	byGtid := os.Getenv("RESUME") == "gtid"
	config := canal.NewDefaultConfig()
	config.Addr = os.Getenv("CDC_TESTER_HOST") + ":" + os.Getenv("CDC_TESTER_PORT")
	config.User = os.Getenv("CDC_TESTER_USER")
	config.Password = os.Getenv("MYSQL_PWD")
	config.ServerID = 9103
	config.Dump.ExecutionPath = "" // no snapshot
	config.IncludeTableRegex = []string{os.Getenv("CDC_TESTER_DATABASE") + "\\..*"}
	config.Logger = slog.New(slog.NewTextHandler(os.Stderr, nil))
	c, err := canal.NewCanal(config)
	if err != nil {
		return err
	}
	file := filepath.Join(os.Getenv("CDC_TESTER_STATE"), "place")
	place, err := placeOf(file, byGtid)
	if err != nil {
		return err
	}
	c.SetEventHandler(&printer{out: bufio.NewWriterSize(io.Writer(os.Stdout), 1<<16), place: file, byGtid: byGtid})
	if byGtid {
		set, err := mysql.ParseMysqlGTIDSet(place)
		if err != nil {
			return err
		}
		return c.StartFromGTID(set)
	}
	var name string
	var pos uint32
	if _, err := fmt.Sscan(place, &name, &pos); err != nil {
		return err
	}
	return c.RunFrom(mysql.Position{Name: name, Pos: pos})
}
