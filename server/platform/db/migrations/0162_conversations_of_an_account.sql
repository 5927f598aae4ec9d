-- Up Migration
-- Finds the conversations of a few accounts, also those that some of their members no longer see.
create index conversation_members_of_account on conversation_members (user_id, conversation_id);
