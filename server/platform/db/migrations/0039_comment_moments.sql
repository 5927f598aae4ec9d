-- Up Migration
-- The waveform shows the comments that are about a moment, however many others there are.
create index comments_moments on comments (media_id, created_at desc, id desc) where moment is not null;
