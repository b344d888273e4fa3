// SPDX-License-Identifier: Apache-2.0

//! A consumer with mysql_async: prints table,key,cdc_seq of each row, and stores the position after each transaction in
//! CDC_TESTER_STATE/place, at which the next start resumes. It ends when its connection breaks.

use futures_util::StreamExt;
use mysql_async::binlog::events::{EventData, RowsEventData};
use mysql_async::binlog::row::BinlogRow;
use mysql_async::binlog::value::BinlogValue;
use mysql_async::{BinlogStreamRequest, Conn, OptsBuilder, Value};
use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const STORE_INTERVAL: Duration = Duration::from_millis(100);
const SERVER_ID: u32 = 9109;

fn variable(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

/// The stored place, or the log's end at the first start.
fn start(place: &PathBuf) -> Result<(String, u64), Box<dyn Error>> {
    let text = fs::read_to_string(place)
        .unwrap_or_else(|_| format!("{} {}", variable("CDC_TESTER_LOG_FILE"), variable("CDC_TESTER_LOG_POSITION")));
    let (file, position) = text.trim().split_once(' ').ok_or("no start position")?;
    Ok((file.to_owned(), position.parse()?))
}

fn text(row: &BinlogRow, column: &str) -> String {
    let index = row.columns_ref().iter().position(|c| c.name_str() == column);
    match index.and_then(|i| row.as_ref(i)) {
        Some(BinlogValue::Value(Value::Int(number))) => number.to_string(),
        Some(BinlogValue::Value(Value::UInt(number))) => number.to_string(),
        Some(BinlogValue::Value(Value::Bytes(bytes))) => String::from_utf8_lossy(bytes).into_owned(),
        _ => String::new(),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let database = variable("CDC_TESTER_DATABASE");
    let place = PathBuf::from(variable("CDC_TESTER_STATE")).join("place");
    let (mut file, position) = start(&place)?;
    let options = OptsBuilder::default()
        .ip_or_hostname(variable("CDC_TESTER_HOST"))
        .tcp_port(variable("CDC_TESTER_PORT").parse()?)
        .user(Some(variable("CDC_TESTER_USER")))
        .pass(Some(variable("MYSQL_PWD")));
    let request = BinlogStreamRequest::new(SERVER_ID).with_filename(file.as_bytes()).with_pos(position);
    let mut stream = Conn::new(options).await?.get_binlog_stream(request).await?;
    eprintln!("connected");
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
    let mut stored = Instant::now();
    while let Some(event) = stream.next().await {
        let event = event?;
        match event.read_data()? {
            Some(EventData::RotateEvent(rotate)) => file = rotate.name().into_owned(),
            Some(EventData::RowsEvent(rows)) if !matches!(rows, RowsEventData::DeleteRowsEvent(_)) => {
                let Some(table) = stream.get_tme(rows.table_id()) else { continue };
                if table.database_name() == database {
                    for row in rows.rows(table) {
                        if let (_, Some(after)) = row? {
                            let (key, sequence) = (text(&after, "id"), text(&after, "cdc_seq"));
                            let sequence = if sequence.is_empty() { "0" } else { &sequence };
                            writeln!(out, "{}.{},{},{}", database, table.table_name(), key, sequence)?;
                        }
                    }
                }
            }
            Some(EventData::XidEvent(_)) => {
                out.flush()?; // before the place: a restart loses nothing
                if stored.elapsed() >= STORE_INTERVAL {
                    stored = Instant::now();
                    fs::write(&place, format!("{} {}", file, event.header().log_pos()))?;
                }
            }
            _ => {}
        }
    }
    Err("the server ended the stream".into())
}
