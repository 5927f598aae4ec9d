-- Up Migration
alter table ad_showings
  -- What went out of the ad's own file under the address that this showing was given, and since when; null before.
  add sent_bytes bigint not null default 0,
  add sent_at timestamptz(3),
  -- The network of a browser without an account, as that day's hash; empty for an account.
  add network text not null default '';
create index ad_showings_of_network on ad_showings (network, shown_at) where network <> '';
