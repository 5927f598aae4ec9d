-- Up Migration
-- Names the private link of a media that is not public: whoever has the link may see it. Null: there is none.
alter table media add column link_id uuid unique, add column link_made_at timestamptz(3),
  add constraint media_link_since check ((link_id is null) = (link_made_at is null));
create index media_linked on media (musician_id) where link_id is not null;
