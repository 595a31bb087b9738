-- Room in each page for the next version of its rows: a sign of life changes no indexed column, so it stays in its page and
-- leaves nothing behind in an index.

-- Up Migration
ALTER TABLE pulses SET (fillfactor = 80);

-- Down Migration
ALTER TABLE pulses RESET (fillfactor);
