-- Up Migration
-- With whom a few accounts write, whatever each of them still sees of it.
create index conversation_members_of_account on conversation_members (user_id, conversation_id);
