-- MySQL, gtid_mode=ON, binlog_transaction_compression=ON: what is compressed, and what never is
USE t;
SET binlog_transaction_compression = ON;
CREATE TABLE a (id INT PRIMARY KEY, v VARCHAR(1000), j JSON) ENGINE=InnoDB;
CREATE TABLE b (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(100), w VECTOR(3)) ENGINE=InnoDB;
CREATE TABLE m (id INT) ENGINE=MyISAM;
-- one row
INSERT INTO a (id, v) VALUES (1, 'one');
-- several statements and tables
BEGIN;
INSERT INTO a (id, v) VALUES (2, 'two'), (3, 'three');
INSERT INTO b (v, w) VALUES ('vector', TO_VECTOR('[1, 2, 3]'));
UPDATE a SET v = 'more' WHERE id >= 2;
DELETE FROM a WHERE id = 3;
COMMIT;
-- large: several rows events, each longer than a first piece; 600 kB inflated
BEGIN;
INSERT INTO a (id, v) WITH RECURSIVE n AS (SELECT 100 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 399)
  SELECT i, REPEAT('z', 1000) FROM n;
UPDATE a SET v = REPEAT('y', 999) WHERE id BETWEEN 100 AND 249;
COMMIT;
DELETE FROM a WHERE id >= 100;
-- with the text of the statements
SET binlog_rows_query_log_events = ON;
INSERT INTO a (id, v) VALUES (4, 'with its text');
SET binlog_rows_query_log_events = OFF;
-- partial JSON
INSERT INTO a (id, j) VALUES (5, JSON_OBJECT('k', REPEAT('x', 500), 'n', 1));
SET binlog_row_value_options = PARTIAL_JSON;
UPDATE a SET j = JSON_SET(j, '$.n', 2) WHERE id = 5;
SET binlog_row_value_options = '';
-- savepoints
BEGIN;
INSERT INTO a (id, v) VALUES (20, 'kept');
SAVEPOINT s1;
INSERT INTO a (id, v) VALUES (21, 'undone');
ROLLBACK TO SAVEPOINT s1;
COMMIT;
-- XA
XA START 'x1';
INSERT INTO a (id, v) VALUES (50, 'xa');
XA END 'x1';
XA PREPARE 'x1';
XA COMMIT 'x1';
XA START 'x2';
INSERT INTO a (id, v) VALUES (51, 'xa');
XA END 'x2';
XA COMMIT 'x2' ONE PHASE;
-- tagged GTIDs
SET gtid_next = 'AUTOMATIC:blue';
INSERT INTO a (id, v) VALUES (60, 'tagged');
SET gtid_next = 'AUTOMATIC';
-- CTAS, a table without transactions, and statements
CREATE TABLE c SELECT id, v FROM a;
INSERT INTO m VALUES (1), (2);
SET SESSION binlog_format = STATEMENT;
INSERT INTO b (v) VALUES ('as a statement');
SET SESSION binlog_format = ROW;
SET binlog_transaction_compression_level_zstd = 22;
INSERT INTO a (id, v) SELECT id + 1000, REPEAT('level 22 ', 100) FROM a WHERE id < 10;
DROP TABLE a, b, c, m;
