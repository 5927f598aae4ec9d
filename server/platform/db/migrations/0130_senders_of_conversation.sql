-- Up Migration
-- Who wrote in a conversation since a moment: asked of each who takes part, however long the conversation is.
create index messages_of_member on messages (conversation_id, from_id, created_at);
