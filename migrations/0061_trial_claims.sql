-- What an entry says of how its runs were played. Nobody can check it, so boards only keep such entries apart.

-- Up Migration
ALTER TABLE trial_runs
  ADD COLUMN context text CHECK (context IN ('fresh', 'one')), -- whether each waking began without memory but its notes
  ADD COLUMN transcript text; -- SHA-256 of the transcript, as the player last sent it

-- Down Migration
ALTER TABLE trial_runs
  DROP COLUMN context,
  DROP COLUMN transcript;
