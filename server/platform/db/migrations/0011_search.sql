-- Up Migration
-- Words as search knows them: compatibility forms, accents, case and apostrophes taken away, cut at whatever is neither
-- letter nor digit. Titles are in every language, so no stemming and no stop words.
create function search_plain(given text) returns text stable strict parallel safe language sql as $$
  select lower(unaccent(normalize(given, nfkc)))
$$;

create function search_words(given text) returns text[] stable strict parallel safe language sql as $$
  select coalesce(array_agg(left(word, 40) order by place), '{}')
  from regexp_split_to_table(regexp_replace(search_plain(given), '[''’]', '', 'g'), '[^[:alnum:]]+') with ordinality parts(word, place)
  where word <> ''
$$;

-- One part of a document: its words at their places, with a weight from A to D. Words hold no sign that this form of text knows.
create function search_part(words text[], weight text) returns tsvector immutable strict parallel safe language sql as $$
  select coalesce(string_agg(word || ':' || least(place, 16383) || weight, ' '), '')::tsvector
  from unnest(words) with ordinality parts(word, place)
$$;

-- Tags are found whole; their form is free, a lexeme's is not.
create function search_tag(tag text) returns text immutable strict parallel safe language sql as $$
  select '_t' || md5(lower(trim(tag)))
$$;

-- Score before plays before age. Plays count by their order of magnitude, so that a document is written anew a few times
-- in its life and not at every play.
create function search_magnitude(plays bigint) returns int immutable strict parallel safe language sql as $$
  select floor(ln((greatest(plays, 0) + 1)::double precision) / ln(2::double precision))::int
$$;
create function search_quality(band smallint, score_sum smallint, plays bigint, at timestamptz)
returns double precision immutable parallel safe language sql as $$
  select 0.6 * case when band >= 2 then coalesce(score_sum, 0) / 300.0 else 0 end + 0.39 * least(1, search_magnitude(plays) / 24.0)
    + 0.01 * extract(epoch from at)::double precision / 4e9
$$;

-- What is public, as search knows it. Facets are lexemes with a low line, which no word holds.
create view search_documents as
select m.id,
  search_quality(m.band, m.score_sum, m.play_count, m.published_at) as quality,
  -- Compatibility forms can be many times longer than what they stand for, and an index has its limit.
  left(search_plain(m.title), 200) as title,
  search_part(search_words(m.title), 'A') || search_part(search_words(array_to_string(m.tags, ' ')), 'B')
    || search_part(search_words(concat_ws(' ', u.display_name, u.username::text)), 'B')
    || search_part(search_words(m.description), 'D')
    || array_to_tsvector(array_remove(array[
      '_' || m.type,
      case when m.band >= 2 then '_curated' end,
      case when m.allow_curation and m.verdict is null then '_review' end,
      '_g' || m.genre_id, '_m' || m.mood_id], null) || array(select distinct search_tag(tag) from unnest(m.tags) tag)) as tsv
from media m join users u on u.id = m.musician_id
where m.band is not null;

-- In parts by quality: the best 5 thousand, then each part twice as large as all before it, then the rest. Whoever
-- searches looks through them in order and stops when enough is found: the part where that happens has about twice as
-- many matches, and only these are read and sorted.
create table media_search (
  id uuid not null,
  tier smallint not null,
  quality double precision not null,
  title text not null,
  tsv tsvector not null,
  primary key (id, tier)
) partition by list (tier);
create table media_search_0 partition of media_search for values in (0);
create table media_search_1 partition of media_search for values in (1);
create table media_search_2 partition of media_search for values in (2);
create table media_search_3 partition of media_search for values in (3);
create table media_search_4 partition of media_search for values in (4);
create table media_search_5 partition of media_search for values in (5);
create table media_search_6 partition of media_search for values in (6);
create table media_search_7 partition of media_search for values in (7);
create index media_search_title on media_search (title, quality desc);
create index media_search_quality on media_search (quality);

-- How many documents are in each part and all better ones, and the least quality of it; a loop keeps the latter.
create table search_tiers (
  tier smallint primary key,
  documents int,
  least double precision not null default '-infinity'
);
insert into search_tiers (tier, documents) values
  (0, 5000), (1, 15000), (2, 45000), (3, 135000), (4, 405000), (5, 1215000), (6, 3645000), (7, null);
create function search_tier(quality double precision) returns smallint stable strict language sql as $$
  select min(tier) from search_tiers where least <= quality
$$;

-- Words of titles, tags and musicians, and what is left of each without one of its letters (and itself).
create table vocabulary (
  word text primary key,
  documents int not null default 1
);
create table vocab_del (
  key text not null,
  word text not null references vocabulary on delete cascade,
  primary key (key, word)
);
create index vocab_del_of_word on vocab_del (word);
create function search_deletions(word text) returns setof text immutable strict parallel safe rows 10 language sql as $$
  select word union select left(word, place - 1) || substr(word, place + 1) from generate_series(1, length(word)) place
$$;
create function search_learn(words text[]) returns void language sql as $$
  with fresh as (
    insert into vocabulary (word)
    select distinct word from unnest(words) word where length(word) between 3 and 30 and word !~ '^[0-9]+$' order by word
    on conflict do nothing returning word)
  insert into vocab_del (key, word) select search_deletions(word), word from fresh
$$;

-- Writers of one musician's documents wait for each other, so that nobody writes what he read before the other's commit
-- (64 locks for all musicians: the table of locks is finite). The loop that moves documents between the parts waits for
-- all of them.
create function search_lock(musician_id uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7268456, -1);
  perform pg_advisory_xact_lock(7268456, hashtext(musician_id::text) & 63);
end $$;

-- Brings the document of one media up to date; each statement sees what was committed before it.
create function search_write(media_id uuid, musician_id uuid) returns void language plpgsql as $$
declare
  document search_documents;
begin
  perform search_lock(musician_id);
  select * into document from search_documents where id = media_id;
  if not found then
    delete from media_search where id = media_id;
    return;
  end if;
  update media_search set tier = search_tier(document.quality), quality = document.quality, title = document.title, tsv = document.tsv
  where id = media_id;
  if not found then
    insert into media_search (id, tier, quality, title, tsv)
    values (media_id, search_tier(document.quality), document.quality, document.title, document.tsv);
  end if;
  perform search_learn(tsvector_to_array(ts_filter(document.tsv, '{a,b}')));
end $$;

create function search_media_changed() returns trigger language plpgsql as $$
begin
  perform search_write(coalesce(new.id, old.id), coalesce(new.musician_id, old.musician_id));
  return null;
end $$;
create function search_musician_changed() returns trigger language plpgsql as $$
begin
  perform search_lock(new.id);
  perform search_write(id, new.id) from media where musician_id = new.id and band is not null;
  return null;
end $$;

-- At the end of the transaction that publishes, edits, judges or removes: every writer takes these locks last, and what
-- is written is what the transaction leaves.
create constraint trigger search_inserted after insert on media deferrable initially deferred
  for each row when (new.band is not null) execute function search_media_changed();
create constraint trigger search_deleted after delete on media deferrable initially deferred
  for each row when (old.band is not null) execute function search_media_changed();
create constraint trigger search_updated after update on media deferrable initially deferred
  for each row when (
    (old.band is not null or new.band is not null)
    and (old.title, old.description, old.tags, old.type, old.musician_id, old.band, old.score_sum, old.verdict, old.genre_id,
      old.mood_id, old.allow_curation, old.published_at, search_magnitude(old.play_count))
    is distinct from (new.title, new.description, new.tags, new.type, new.musician_id, new.band, new.score_sum, new.verdict,
      new.genre_id, new.mood_id, new.allow_curation, new.published_at, search_magnitude(new.play_count)))
  execute function search_media_changed();
create constraint trigger search_musician_updated after update on users deferrable initially deferred
  for each row when ((old.display_name, old.username) is distinct from (new.display_name, new.username))
  execute function search_musician_changed();

-- Moves up to `most` documents into the part where they belong by now; returns how many it moved. Parts of a catalogue
-- that grows by publishing stay near enough between two runs.
create function search_retier(most int) returns int language plpgsql as $$
declare
  moved int;
begin
  update search_tiers t set least = coalesce(
    (select quality from media_search order by quality desc offset t.documents - 1 limit 1), '-infinity')
  where documents is not null;
  -- Only now: who publishes need not wait for the counting.
  perform pg_advisory_xact_lock(7268456, -1);
  with belongs as (
    select s.id, s.tier, t.tier as to_tier from search_tiers t
    cross join lateral (select coalesce(min(least), 'infinity') as above from search_tiers better where better.tier < t.tier) better
    join media_search s on s.tier <> t.tier and s.quality >= t.least and s.quality < better.above
    limit most)
  update media_search s set tier = belongs.to_tier from belongs where s.id = belongs.id and s.tier = belongs.tier;
  get diagnostics moved = row_count;
  return moved;
end $$;

-- Genres and moods are found by their names, too: a word of the name stands for the facet.
alter table categories add column words text[] not null default '{}';
create function search_category_named() returns trigger language plpgsql as $$
begin
  new.words := search_words(new.name);
  return new;
end $$;
create trigger search_category_named before insert or update of name on categories
  for each row execute function search_category_named();
update categories set name = name;

-- The best documents for a query, part by part, after a place: at most `most`, each with its score. Those whose whole
-- title is what was asked come with the first, whichever part they are in, and with no other. The plans are the same
-- for every query, and no plan reads a whole part; `+ 0` keeps the planner from walking the index of quality.
create function search_candidates(
  query tsquery, ranked tsquery, facets tsquery, exact text,
  after_tier int, after_quality double precision, after_id uuid, most int)
returns table (id uuid, tier smallint, quality double precision, score double precision, whole boolean)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  found_here int;
  remaining int := most;
begin
  if after_tier is null and exact <> '' then
    return query select s.id, s.tier, s.quality, 10 + s.quality, true from media_search s
      where s.title = exact and (numnode(facets) = 0 or s.tsv @@ facets) order by s.quality desc, s.id desc limit most;
  end if;
  for part in coalesce(after_tier, 0) .. 7 loop
    return query select s.id, s.tier, s.quality,
        case when numnode(ranked) = 0 then s.quality else ts_rank('{0.05, 0.2, 0.4, 1}', s.tsv, ranked) * (1 + s.quality) end, false
      from media_search s
      where s.tier = part and s.tsv @@ query and (exact = '' or s.title <> exact)
        and (after_tier is distinct from part or (s.quality, s.id) < (after_quality, after_id))
      order by s.quality + 0 desc, s.id desc limit remaining;
    get diagnostics found_here = row_count;
    remaining := remaining - found_here;
    exit when remaining = 0;
  end loop;
end $$;

-- Everything anew: for an installation that has media already. The large index is made when its table is full.
create function search_rebuild() returns void language plpgsql set maintenance_work_mem = '256MB' as $$
begin
  perform pg_advisory_xact_lock(7268456, -1);
  truncate media_search, vocab_del, vocabulary;
  drop index if exists media_search_tsv;
  insert into media_search (id, tier, quality, title, tsv)
  select id, (select min(tier) from search_tiers where place <= coalesce(documents, place)), quality, title, tsv
  from (select *, row_number() over (order by quality desc) as place from search_documents) ranked;
  -- Without the list of pending entries, which each search would read to its end.
  create index media_search_tsv on media_search using gin (tsv) with (fastupdate = off);
  insert into vocabulary (word, documents)
  select word, ndoc from ts_stat('select tsv from media_search', 'ab')
  where length(word) between 3 and 30 and word !~ '^[0-9]+$';
  insert into vocab_del (key, word) select search_deletions(word), word from vocabulary;
  perform search_retier(0);
end $$;
select search_rebuild();
