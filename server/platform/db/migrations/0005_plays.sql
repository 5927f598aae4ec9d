-- Up Migration
-- Which browser was sent bytes of which media, and since when: a play counts only where this says so. Losing it at a
-- crash costs at most the plays of that moment.
create unlogged table deliveries (
  visitor text not null,
  media_id uuid not null,
  bytes bigint not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  -- The last play of this browser that was counted.
  counted_at timestamptz(3),
  primary key (visitor, media_id)
);
create index deliveries_old on deliveries (last_at);
