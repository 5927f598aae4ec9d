-- Up Migration
-- A table with rows that wait for the check of a key cannot be altered.
set constraints all immediate;
-- Processing belongs to the source. It has an owner (a media today) and a life of its own; a media points to the source
-- in force, which is complete, and to the one on its way, if there is any.
alter table sources
  add column owner_kind text,
  add column owner_id uuid,
  add column user_id uuid references users on delete cascade,
  add column status text not null default 'queued'
    check (status in ('queued', 'probing', 'transcoding', 'finishing', 'complete', 'failed')),
  add column progress smallint not null default 0 check (progress between 0 and 100),
  -- How many times its owner had this file processed. A job and a worker speak for one attempt.
  add column attempt int not null default 1,
  add column error_id text,
  add column error_message text,
  -- In which way the last try failed.
  add column last_failure text,
  -- As the name and the head of the file say, then as the probe found.
  add column type text check (type in ('song', 'video')),
  add column length_seconds double precision,
  add column width int,
  add column height int,
  add column loudness_lufs real,
  add column true_peak_dbtp real,
  -- What a player chooses from, best first: [{ key, type, codecs, bitrate, width, height }]; a copy of the renditions.
  add column playback jsonb not null default '[]',
  add column poster text,
  add column updated_at timestamptz(3) not null default now();

update sources s set
  owner_kind = 'media', owner_id = m.id, user_id = m.musician_id,
  status = m.status, progress = m.progress, attempt = m.attempt, error_id = m.error_id, error_message = m.error_message,
  last_failure = m.last_failure, type = m.type, length_seconds = m.length_seconds, width = m.width, height = m.height,
  loudness_lufs = m.loudness_lufs, true_peak_dbtp = m.true_peak_dbtp, playback = m.playback, poster = m.poster,
  updated_at = m.updated_at
from media m where m.id = s.media_id;

alter table sources
  alter column owner_kind set not null,
  alter column owner_id set not null,
  alter column user_id set not null,
  alter column type set not null,
  add constraint sources_failed check ((status = 'failed') = (error_message is not null));

-- What counts against a plan, and what failed, is a file and not what it was meant for.
alter table upload_ledger rename column media_id to source_id;
update upload_ledger l set source_id = s.id from sources s where s.media_id = l.source_id;
alter table upload_failures rename column media_id to source_id;
update upload_failures f set source_id = s.id from sources s where s.media_id = f.source_id;
alter table uploads add column source_id uuid references sources on delete cascade;
update uploads u set source_id = coalesce(m.source_id, (select s.id from sources s where s.media_id = m.id limit 1))
  from media m where m.id = u.media_id;
create index uploads_of_source on uploads (source_id);

-- Jobs that wait speak of the source now. The queue's schema comes with the first start, after the first migration.
do $$ begin
  if to_regclass('pgboss.job') is not null then
    update pgboss.job j set data = jsonb_build_object('sourceId', s.id, 'attempt', coalesce((j.data->>'attempt')::int, 1))
      from sources s
      where j.name in ('transcode', 'transcode-long') and j.state < 'completed' and s.media_id::text = j.data->>'mediaId';
  end if;
end $$;

alter table media add column next_source_id uuid;
update media set next_source_id = source_id, source_id = null where status <> 'complete';
alter table media add constraint media_next_source
  foreign key (next_source_id) references sources deferrable initially deferred;

drop index media_working;
drop index media_failed;
drop index sources_of_media;
alter table sources drop column media_id;
create index sources_of_owner on sources (owner_id);
create index sources_working on sources (updated_at) where status not in ('complete', 'failed');
create index sources_failed_of on sources (user_id, updated_at) where status = 'failed';

-- `band` is made from this column, so it stays, as what it means for a media: whether there is a source in force.
alter table media
  drop column progress, drop column attempt, drop column error_id, drop column error_message, drop column last_failure,
  drop column length_seconds, drop column width, drop column height, drop column loudness_lufs,
  drop column true_peak_dbtp, drop column playback, drop column poster;
alter table media drop constraint media_status_check;
alter table media rename column status to availability;
alter table media alter column availability set default 'pending';
update media set availability = 'pending' where availability <> 'complete';
alter table media
  add constraint media_availability check (availability in ('pending', 'complete')),
  add constraint media_in_force check ((availability = 'complete') = (source_id is not null));

-- Whatever owns sources takes them with it.
create function delete_sources_of() returns trigger language plpgsql as $$
begin
  delete from sources where owner_kind = tg_argv[0] and owner_id = old.id;
  return null;
end $$;
create trigger media_sources after delete on media for each row execute function delete_sources_of('media');

-- A resumable upload may be meant to replace the file of a media.
alter table resumable_uploads add column replaces uuid;
