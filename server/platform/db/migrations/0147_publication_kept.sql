-- Up Migration
-- What is hidden and published again is not new again: since when it was public before it was hidden, to be restored. Null
-- while it is public (published_at says it), and for what was never public or counts as such.
alter table media
  add column published_before_hiding timestamptz(3),
-- When its owner took a publication back as not meant; once, so that it is no way to be new again and again.
  add column taken_back_at timestamptz(3);
