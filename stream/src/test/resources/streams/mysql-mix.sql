-- MySQL, gtid_mode=ON
USE t;
CREATE TABLE a (id INT PRIMARY KEY, v VARCHAR(100)) ENGINE=InnoDB;
CREATE TABLE b (id INT PRIMARY KEY, v VARCHAR(100)) ENGINE=InnoDB;
CREATE TABLE m (id INT) ENGINE=MyISAM;
-- many rows, two tables, one transaction
SET binlog_rows_query_log_events = ON;
BEGIN;
INSERT INTO a VALUES (1, 'one'), (2, 'two'), (3, 'three');
INSERT INTO b SELECT id + 10, v FROM a;
UPDATE a JOIN b ON b.id = a.id + 10 SET a.v = 'A', b.v = 'B';
DELETE FROM a WHERE id = 3;
COMMIT;
SET binlog_rows_query_log_events = OFF;
-- a statement that is a transaction
CREATE TABLE c SELECT * FROM a;
ALTER TABLE c ADD COLUMN w INT DEFAULT 7;
-- savepoints
BEGIN;
INSERT INTO a VALUES (20, 'kept');
SAVEPOINT s1;
INSERT INTO a VALUES (21, 'undone');
ROLLBACK TO SAVEPOINT s1;
INSERT INTO a VALUES (22, 'kept');
COMMIT;
-- a table without transactions: its changes end with a QUERY event COMMIT
INSERT INTO m VALUES (1);
INSERT INTO m VALUES (2), (3);
-- nothing to write
UPDATE a SET v = 'x' WHERE id = -1;
BEGIN;
COMMIT;
BEGIN;
INSERT INTO a VALUES (30, 'undone');
ROLLBACK;
-- a temporary table
CREATE TEMPORARY TABLE tmp (id INT);
INSERT INTO tmp VALUES (1);
INSERT INTO a SELECT id + 40, 'from tmp' FROM tmp;
DROP TEMPORARY TABLE tmp;
-- XA in two and in one phase, and rolled back
XA START 'x1';
INSERT INTO a VALUES (50, 'xa');
XA END 'x1';
XA PREPARE 'x1';
XA COMMIT 'x1';
XA START 'x2';
INSERT INTO a VALUES (51, 'xa');
XA END 'x2';
XA COMMIT 'x2' ONE PHASE;
XA START 'x3';
INSERT INTO a VALUES (52, 'xa');
XA END 'x3';
XA PREPARE 'x3';
XA ROLLBACK 'x3';
-- tagged GTIDs
SET gtid_next = 'AUTOMATIC:blue';
INSERT INTO a VALUES (60, 'tagged');
CREATE TABLE d (id INT);
SET gtid_next = 'AUTOMATIC';
-- a compressed transaction
SET binlog_transaction_compression = ON;
BEGIN;
INSERT INTO a VALUES (70, REPEAT('z', 100)), (71, REPEAT('z', 100)), (72, REPEAT('z', 100));
UPDATE a SET v = REPEAT('y', 100) WHERE id >= 70;
COMMIT;
SET binlog_transaction_compression = OFF;
LOAD DATA INFILE '/var/lib/mysql-files/rows.txt' INTO TABLE b;
TRUNCATE TABLE m;
DROP TABLE a, b;
DROP TABLE c, d, m;
