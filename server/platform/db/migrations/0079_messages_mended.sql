-- Up Migration
-- A conversation whose only message was deleted was left unread, with nothing in it that could be opened.
update conversation_members set has_read = true, is_mailed = false where latest_at is null and not has_read;

-- Since which message it is unread; null when it is read, or was marked as unread by hand. When what is unread is deleted,
-- the conversation is read again.
alter table conversation_members add unread_since timestamptz(3);
