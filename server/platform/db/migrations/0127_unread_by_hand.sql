-- Up Migration
-- Marked as unread by hand, which no mail tells of; unread_since is then the first message that came afterwards, null
-- while there is none. What was unread before that time was known is taken for marked.
alter table conversation_members add marked_unread boolean not null default false;
update conversation_members set marked_unread = true
where not has_read and unread_since is null and latest_at is not null;
