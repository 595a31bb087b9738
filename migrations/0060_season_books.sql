-- Letters of trials: the book in which a season tells them, sealed until its secret is public, and the notebook of a run.

-- Up Migration
ALTER TABLE trial_seasons
  ADD COLUMN book jsonb, -- at most what one request can bring; null where letters are only for practice
  ADD COLUMN book_sha256 text; -- public from the start
ALTER TABLE trial_runs ADD COLUMN notebook text; -- of at most 1,500 characters, overwritten; goes with the rows of its house

-- Down Migration
ALTER TABLE trial_runs DROP COLUMN notebook;
ALTER TABLE trial_seasons DROP COLUMN book_sha256, DROP COLUMN book;
