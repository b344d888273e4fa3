// SPDX-License-Identifier: Apache-2.0

// A consumer with @powersync/mysql-zongji: prints table,key,cdc_seq of each row, and stores the position after each transaction in
// CDC_TESTER_STATE/place, at which the next start resumes. It ends when its connection breaks.

const fs = require('fs');
const path = require('path');
const ZongJi = require('@powersync/mysql-zongji');

const STORE_MILLIS = 100;
const env = process.env;
const place = path.join(env.CDC_TESTER_STATE, 'place');
const [filename, position] = fs.existsSync(place)
  ? fs.readFileSync(place, 'utf8').trim().split(' ')
  : [env.CDC_TESTER_LOG_FILE, env.CDC_TESTER_LOG_POSITION];

const zongji = new ZongJi({
  host: env.CDC_TESTER_HOST,
  port: Number(env.CDC_TESTER_PORT),
  user: env.CDC_TESTER_USER,
  password: env.MYSQL_PWD,
});

let file = filename;
let lines = [];
let stored = 0;

function end(error) {
  console.error(`ended: ${error}`);
  process.exit(1);
}

// Writes the lines before the place: a restart loses nothing and may repeat a tenth of a second.
function transactionEnds(event) {
  fs.writeSync(1, lines.join(''));
  lines = [];
  if (Date.now() - stored >= STORE_MILLIS) {
    stored = Date.now();
    fs.writeFileSync(place, `${file} ${event.nextPosition}`);
  }
}

zongji.on('ready', () => console.error('connected'));
zongji.on('error', end);
zongji.on('stopped', () => end('stopped'));
zongji.on('binlog', (event) => {
  switch (event.getEventName()) {
    case 'rotate':
      file = event.binlogName;
      break;
    case 'xid':
      transactionEnds(event);
      break;
    case 'writerows':
    case 'updaterows': {
      const table = event.tableMap[event.tableId];
      for (const row of event.rows) {
        const after = row.after || row;
        lines.push(`${table.parentSchema}.${table.tableName},${after.id},${after.cdc_seq || 0}\n`);
      }
      break;
    }
    default:
  }
});
zongji.start({
  serverId: 9108,
  filename,
  position: Number(position),
  includeEvents: ['rotate', 'tablemap', 'writerows', 'updaterows', 'xid'],
  includeSchema: { [env.CDC_TESTER_DATABASE]: true },
});
