-- Up Migration
-- Files that wait or are worked on: few among many media, and looked for every half minute.
create index media_working on media (updated_at) where status not in ('complete', 'failed');
