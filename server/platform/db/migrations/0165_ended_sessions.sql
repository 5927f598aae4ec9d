-- Up Migration
-- Tells the streams of an account that one of its sessions ended, so that none outlives its session until its next heartbeat.
-- PostgreSQL sends the same notice of one transaction once.
create function notify_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('sessions_ended', old.user_id::text);
  return null;
end $$;
create trigger session_ended after delete on sessions for each row execute function notify_session_ended();
