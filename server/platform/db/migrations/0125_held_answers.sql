-- Up Migration
-- Whose words a reply that waits answers, which may be a reply, too: they are told once it is approved.
alter table held_comments add column answered_id uuid references comments on delete set null;
update held_comments set answered_id = parent_id;
create index held_comments_of_answered on held_comments (answered_id) where answered_id is not null;
