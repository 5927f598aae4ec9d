-- Up Migration
-- What trusted proxies wrote of their visitors that names no address, for the health check; the latest of each.
create table unread_proxies (
  proxy text primary key,
  wrote text not null,
  seen_at timestamptz(3) not null default now()
);
