-- Up Migration
-- Search finds words of every script, and names however their signs are typed (docs/decisions/2026-11-29-search-in-every-script.md).

-- Letters of scripts that are written without spaces between words, as part of a class of a regular expression: Thai, Lao,
-- Burmese, Khmer and their neighbours, kana, Chinese characters, bopomofo, Yi, and Korean with its long words.
create function search_unspaced() returns text immutable parallel safe language sql as $$
  select '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aad\ua9e0-\ua9fe\uaa60-\uaadf\u2e80-\u2fdf\u3005-\u3007'
    '\u3021-\u3029\u3031-\u3035\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf'
    '\u4e00-\u9fff\ua000-\ua48c\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff'
$$;
-- Letters, digits, and the vowel signs of South and South-East Asia, which are marks in Unicode, but part of their word.
create function search_letters() returns text immutable parallel safe language sql as $$
  select '[:alnum:]\u07a6-\u07b0\u0900-\u0963\u0966-\u096f\u0971-\u0df3\u0e00-\u0e3a\u0e40-\u0e4e\u0e50-\u0e59\u0e80-\u0eff\u0f00'
    '\u0f18-\u0f39\u0f3e-\u0f84\u0f86-\u0fbc\u1000-\u1049\u104c-\u109f\u1780-\u17d3\u17d7\u17dc-\u17ff\u1a00-\u1aad\u1b00-\u1b59'
    '\ua8e0-\ua8f7\ua980-\ua9c0\ua9e0-\ua9fe\uaa60-\uaadf'
$$;

-- The form in which texts are compared. It drops compatibility forms, case, accents, points of Hebrew and Arabic, and
-- invisible characters, and unites letters that people type for each other.
create or replace function search_plain(given text) returns text stable strict parallel safe language plpgsql as $$
declare
  plain text := given;
begin
  if octet_length(plain) = length(plain) then
    return lower(plain);
  end if;
  -- In Persian the invisible non-joiner is typed where others type a space or nothing.
  plain := regexp_replace(translate(plain, '’‘ʼʻ´′׳', ''''''''''''''''), '(?<=[\u0600-\u06ff])\u200c(?=[\u0600-\u06ff])', '-', 'g');
  plain := regexp_replace(normalize(plain, nfkd),
    '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061c\u0640\u064b-\u065f\u0670'
    '\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u08ca-\u08e1\u08e3-\u08ff\u093c\u09bc\u0a3c\u0abc\u0b3c\u115f\u1160'
    '\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\ufe00-\ufe0f'
    '\ufe20-\ufe2f\ufeff\U000e0000-\U000e0fff]', '', 'g');
  plain := lower(unaccent(plain));
  if octet_length(plain) = length(plain) then
    return plain;
  end if;
  -- Unites the final sigma, Arabic and Persian letters, sharps, digits, and katakana with hiragana.
  plain := translate(normalize(plain, nfkc),
    'ςٱىیکةەہھ♯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙ँァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
    'σاييكهههه#01234567890123456789012345678901234567890123456789ंぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ');
  -- In Hindi a nasal before another consonant is written as a letter or as a dot.
  return regexp_replace(plain, '[\u0919\u091e\u0923\u0928\u092e]\u094d(?=[\u0915-\u0939])', U&'\0902', 'g');
end $$;

-- The words of a text in that form, each cut at 40 letters. A run of a script without spaces is one word, which is not cut.
create function search_split(plain text) returns text[] immutable strict parallel safe language plpgsql as $$
declare
  words text[];
begin
  plain := translate(plain, '''', '');
  if octet_length(plain) = length(plain) then
    words := array_remove(regexp_split_to_array(plain, '[^[:alnum:]]+'), '');
  else
    words := array_remove(regexp_split_to_array(
      regexp_replace(plain, '([' || search_unspaced() || ']+)', ' \1 ', 'g'), '[^' || search_letters() || ']+'), '');
  end if;
  for place in 1 .. cardinality(words) loop
    if length(words[place]) > 40 and not search_is_unspaced(words[place]) then
      words[place] := left(words[place], 40);
    end if;
  end loop;
  return words;
end $$;

create function search_is_unspaced(word text) returns boolean immutable strict parallel safe language plpgsql as $$
begin
  return octet_length(word) > length(word) and word ~ ('^[' || search_unspaced() || ']');
end $$;

create or replace function search_words(given text) returns text[] stable strict parallel safe language plpgsql as $$
begin
  -- A faster way for a short plain text, without two function calls.
  if octet_length(given) <= 40 and octet_length(given) = length(given) then
    return array_remove(regexp_split_to_array(translate(lower(given), '''', ''), '[^[:alnum:]]+'), '');
  end if;
  return search_split(search_plain(given));
end $$;

-- Other forms of a part between two spaces: its words as one ("acdc" for "AC/DC"), and with letters for the signs that
-- replace them ("kesha" for "Ke$ha").
create function search_forms(plain text) returns text[] immutable strict parallel safe language plpgsql as $$
declare
  words text[] := search_split(plain);
  read_as text := plain;
  forms text[] := '{}';
begin
  if cardinality(words) > 1 and plain ~ ('[^' || search_letters() || ']') then
    forms := array[array_to_string(words, '')];
  end if;
  if plain ~ '[[:alpha:]]' and plain ~ '[$!@€]' then
    read_as := replace(read_as, '$', 's');
    read_as := regexp_replace(read_as, '(?<=[[:alpha:]])!(?=[[:alpha:]])', 'i', 'g');
    read_as := regexp_replace(read_as, '(?<=[[:alpha:]])@(?=[[:alpha:]])', 'a', 'g');
    read_as := regexp_replace(read_as, '€(?=[[:alpha:]])', 'e', 'g');
    if read_as <> plain then
      forms := forms || array_to_string(search_split(read_as), '');
    end if;
  end if;
  for place in 1 .. cardinality(forms) loop
    forms[place] := left(forms[place], 40);
  end loop;
  return forms;
end $$;

-- Signs are one lexeme, which only exactly these signs match.
create function search_sign(signs text) returns text immutable strict parallel safe language sql as $$
  select '_s' || md5(signs)
$$;
-- Words that end with plus signs or sharps ("c++", "f#").
create function search_signed(plain text) returns text[] immutable strict parallel safe language plpgsql as $$
begin
  return array(select hit[1] from regexp_matches(plain, '([' || search_letters() || ']+[+#]+)(?![' || search_letters() || '])', 'g') hits(hit));
end $$;

-- The lexemes of a text beside its words: other forms, words with their signs, and parts that consist of signs alone.
create function search_extras(given text) returns text[] stable strict parallel safe language plpgsql as $$
declare
  plain text := translate(search_plain(given), '''', '');
  chunk text;
  extras text[] := '{}';
begin
  if plain !~ ('[^[:space:]' || search_letters() || ']') then
    return extras;
  end if;
  foreach chunk in array array_remove(regexp_split_to_array(plain, '\s+'), '') loop
    if chunk !~ ('[' || search_letters() || ']') then
      extras := extras || search_sign(chunk);
    else
      extras := extras || search_forms(chunk) || array(select search_sign(word) from unnest(search_signed(chunk)) word);
    end if;
  end loop;
  return extras;
end $$;

-- One part of a document, as before. A run without spaces is stored as pairs of adjacent letters with their places, and
-- its last letter, so that any part of the run can be found. A short run is also stored as a whole, because it may be
-- one word.
create or replace function search_part(words text[], weight text) returns tsvector immutable strict parallel safe language plpgsql as $$
declare
  whole text := array_to_string(words, '');
begin
  if octet_length(whole) = length(whole) then
    return (select coalesce(string_agg(word || ':' || least(place, 16383) || weight, ' '), '')::tsvector
      from unnest(words) with ordinality parts(word, place));
  end if;
  return (
    select coalesce(string_agg(lexeme || ':' || least(at, 16383) || weight, ' '), '')::tsvector
    from unnest(words) with ordinality parts(word, place)
    cross join lateral (
      select word as lexeme, place as at where not search_is_unspaced(word) or length(word) between 3 and 40
      union all
      select substr(word, from_letter, 2), place + from_letter - 1 from generate_series(1, length(word)) from_letter
      where search_is_unspaced(word)) lexemes);
end $$;

-- A word, or a prefix, as a part of a text search query; `weight` A limits it to titles. A run without spaces becomes
-- its pairs of letters, one after another, at any place in a run.
create function search_term(word text, is_open boolean, weight text) returns text immutable strict parallel safe language plpgsql as $$
declare
  flags text := case when weight = '' then '' else ':' || weight end;
begin
  if not search_is_unspaced(word) or length(word) = 1 then
    return quote_literal(word) || case when is_open or search_is_unspaced(word) then ':*' || weight else flags end;
  end if;
  return (select '(' || string_agg(quote_literal(substr(word, at, 2)) || flags, ' <-> ' order by at) || ')'
    from generate_series(1, greatest(1, least(length(word), 40) - 1)) at);
end $$;

create or replace view search_documents as
select m.id,
  search_quality(m.band, m.score_sum, m.play_count, m.published_at) as quality,
  -- The compatibility forms of a text can be many times longer than the text, and an index limits its entries.
  left(search_plain(m.title), 200) as title,
  search_part(search_words(m.title) || search_extras(m.title), 'A')
    || search_part(search_words(array_to_string(m.tags, ' ')) || search_extras(array_to_string(m.tags, ' ')), 'B')
    || search_part(search_words(concat_ws(' ', u.display_name, u.username::text)) || search_extras(u.display_name), 'B')
    || search_part(search_words(m.description), 'D')
    || array_to_tsvector(array_remove(array[
      '_' || m.type,
      case when m.band >= 2 then '_curated' end,
      case when m.allow_curation and m.verdict is null then '_review' end,
      '_g' || m.genre_id, '_m' || m.mood_id, search_cell(u.latitude, u.longitude)], null)
      || array(select distinct search_tag(tag) from unnest(m.tags) tag)) as tsv,
  u.latitude, u.longitude
from media m join users u on u.id = m.musician_id
where m.band is not null;

drop index media_hidden_words;
create or replace function hidden_words(title text, tags text[], description text) returns tsvector
immutable parallel safe cost 500 language sql set search_path from current as $$
  select search_part(search_words(coalesce(title, '')) || search_extras(coalesce(title, '')), 'A')
    || search_part(search_words(concat_ws(' ', array_to_string(tags, ' '), description)) || search_extras(array_to_string(tags, ' ')), 'D')
    || array_to_tsvector(array(select distinct search_tag(tag) from unnest(tags) tag))
$$;
create index media_hidden_words on media using gin (hidden_words(title, tags, description)) with (fastupdate = off)
  where band is null;

create or replace function search_begins(given text) returns text stable strict language plpgsql as $$
declare
  begun text;
begin
  if search_is_unspaced(given) then
    return search_term(given, true, '');
  end if;
  if length(given) >= 3 then
    select case when count(*) <= 32 then coalesce(string_agg(quote_literal(found.word), ' | '), quote_literal(given)) end
    into begun
    from (
      select l.word from search_lexemes l where l.word >= given and l.word < given || U&'\+10FFFF' limit 33) found;
  end if;
  return coalesce(begun, quote_literal(given) || ':*');
end $$;

-- As before, but each part between two spaces matches by its words or by one of its other forms. If it ends with plus
-- signs or sharps, or if the whole text is signs, `signed` is the query for exactly these signs, and is tried first.
-- Each word has its forms for queries: unchanged, as a prefix, as a prefix in a title, and as the prefix that the index
-- finds fastest.
drop function search_asked(text, int, boolean);
create function search_asked(given text, most int, beginnings boolean default true)
returns table (title text, tag text, words jsonb, query text, indexed text, signed text)
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  plain text := search_plain(given);
  -- The parts between two spaces, most of which are words.
  chunks text[] := search_split(plain);
  total int := least(most, cardinality(chunks));
  taken int := 0;
  is_simple boolean := plain !~ '[^a-z0-9 '']';
  has_signs boolean := total = 0 or plain ~ '[+#]' and cardinality(search_signed(plain)) > 0;
  chunk text;
  word text;
  lexemes text[];
  others text;
  begins text;
  as_is text;
  as_beginning text;
  as_title text;
  is_open boolean;
  of_chunk text[];
  forms text[];
  with_signs text[];
  chunk_query text;
  chunk_indexed text;
  chunk_signed text;
begin
  title := left(plain, 200);
  tag := search_tag(given);
  words := '[]';
  if not is_simple then
    chunks := array_remove(regexp_split_to_array(translate(plain, '''', ''), '\s+'), '');
  end if;
  foreach chunk in array chunks loop
    of_chunk := (case when is_simple then array[chunk] else search_split(chunk) end)[:total - taken];
    if total = 0 then
      signed := concat_ws(' & ', signed, quote_literal(search_sign(chunk)));
    end if;
    continue when cardinality(of_chunk) = 0;
    chunk_query := null;
    chunk_indexed := null;
    chunk_signed := null;
    forms := '{}';
    with_signs := '{}';
    if not is_simple then
      forms := search_forms(chunk);
    end if;
    if has_signs then
      with_signs := search_signed(chunk);
    end if;
    foreach word in array of_chunk loop
      taken := taken + 1;
      lexemes := array(select '_' || left(kind, 1) || id from categories where categories.words @> array[word]);
      others := coalesce(' | ''' || nullif(array_to_string(lexemes, ''' | '''), '') || '''', '');
      -- The same result as search_term, without a call for each word of plain letters.
      if octet_length(word) = length(word) then
        as_is := quote_literal(word);
        as_beginning := as_is || ':*';
        as_title := as_is || ':*A';
      else
        as_is := search_term(word, false, '');
        as_beginning := search_term(word, true, '');
        as_title := search_term(word, true, 'A');
      end if;
      begins := case when beginnings or total > 1 then search_begins(word) else as_beginning end;
      is_open := taken = total and (total = 1 or length(word) >= 3);
      words := words || jsonb_build_object('word', word, 'lexemes', lexemes, 'exact', as_is, 'open', as_beginning,
        'inTitle', as_title, 'begins', begins);
      chunk_query := concat_ws(' & ', chunk_query, '(' || case when is_open then as_beginning else as_is end || others || ')');
      chunk_indexed := concat_ws(' & ', chunk_indexed, '(' || case when is_open then begins else as_is end || others || ')');
      if has_signs then
        chunk_signed := concat_ws(' & ', chunk_signed, coalesce(
          (select quote_literal(search_sign(one)) from unnest(with_signs) one where rtrim(one, '+#') = word limit 1),
          '(' || case when is_open then as_beginning else as_is end || others || ')'));
      end if;
    end loop;
    foreach word in array forms loop
      is_open := taken = total and length(word) >= 3;
      chunk_query := '(' || chunk_query || ' | ' || search_term(word, is_open, '') || ')';
      chunk_indexed := '(' || chunk_indexed || ' | ' || case when is_open then search_begins(word) else search_term(word, false, '') end || ')';
    end loop;
    query := concat_ws(' & ', query, chunk_query);
    indexed := concat_ws(' & ', indexed, chunk_indexed);
    if has_signs then
      signed := concat_ws(' & ', signed, chunk_signed);
    end if;
  end loop;
  query := coalesce(query, '''_none''');
  indexed := coalesce(indexed, '''_none''');
  return next;
end $$;

create or replace function search_unheld(words text[]) returns setof text
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  return query select word from unnest(words) word where not exists (
    select 1 from media_search s
    where s.tsv @@ (search_term(word, length(word) >= 3 or cardinality(words) = 2, ''))::tsquery);
end $$;

-- As before, but media with exactly the typed signs are tried first, and are then the only suggestions.
create or replace function search_suggested(given text, most_words int, most int, shown int) returns setof uuid
language plpgsql stable set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  asked record;
  best uuid[];
  indexed text;
  ranked text;
begin
  select * into asked from search_asked(given, most_words, false);
  if asked.signed is null and jsonb_array_length(asked.words) = 1 and length(asked.words -> 0 ->> 'word') <= 2
      and not search_is_unspaced(asked.words -> 0 ->> 'word') then
    best := array(select found.id from search_beginnings(asked.query::tsquery, asked.title, most) found
      order by found.score desc, found.id desc);
    if cardinality(best) >= most then
      return query select unnest(best[:shown]);
      return;
    end if;
  end if;
  for reading in 0 .. 1 loop
    indexed := case when reading = 0 then asked.signed else asked.indexed end;
    ranked := case when reading = 0 then asked.signed else asked.query end;
    continue when indexed is null;
    return query select found.id from (
        (select s.id, 10 + s.quality as score from media_search s where s.title = asked.title order by s.quality desc, s.id desc limit most)
        union all
        select ranked_ones.id, ts_rank('{0.05, 0.2, 0.4, 1}', ranked_ones.tsv, ranked::tsquery) * (1 + ranked_ones.quality)
        from (
          select best_ones.* from generate_series(0, 7) part
          cross join lateral (
            select s.id, s.quality, s.tsv from media_search s
            where s.tier = part and s.tsv @@ indexed::tsquery and s.title <> asked.title
            order by s.quality + 0 desc, s.id desc limit most) best_ones
          limit most) ranked_ones) found
      order by found.score desc, found.id desc limit shown;
    exit when found;
  end loop;
end $$;

-- The ends of a name that suggestions match: from each word on, as before; also from other forms of a word, from a word
-- with its signs, and from each letter of a run without spaces.
create or replace function suggestion_keys(name text) returns setof text stable strict parallel safe language plpgsql as $$
declare
  plain text := translate(search_plain(name), '''', '');
  words text[] := search_split(plain);
  chunks text[];
begin
  return query select left(array_to_string(words[place:], ' '), 80) from generate_series(1, least(cardinality(words), 6)) place;
  if octet_length(plain) > length(plain) then
    return query select left(concat_ws(' ', substr(words[place], at), nullif(array_to_string(words[place + 1:], ' '), '')), 80)
      from generate_series(1, least(cardinality(words), 6)) place, generate_series(2, least(length(words[place]), 20)) at
      where search_is_unspaced(words[place]);
  end if;
  if plain ~ ('[^[:space:]' || search_letters() || ']') then
    chunks := array_remove(regexp_split_to_array(plain, '\s+'), '');
    return query select left(concat_ws(' ', start, nullif(array_to_string(search_split(array_to_string(chunks[place + 1:], ' ')), ' '), '')), 80)
      from generate_series(1, least(cardinality(chunks), 6)) place, unnest(search_forms(chunks[place]) || search_signed(chunks[place])
        || case when chunks[place] !~ ('[' || search_letters() || ']') then array[chunks[place]] else '{}' end) start;
  end if;
end $$;

-- Names with a word that begins with the typed text, as before. Names that end with exactly that text are first.
create function suggested_by_key(typed text, most int) returns table (kind text, ref text, label text)
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
begin
  if length(typed) = 1 then
    return query select found.kind, found.ref, found.label
      from unnest('{musician,genre,mood,tag}'::text[]) with ordinality kinds(kind, place)
      cross join lateral (
        (select s.* from suggestions s where s.kind = kinds.kind and s.key = typed order by s.popularity desc limit most)
        union all
        (select s.* from suggestions s where s.kind = kinds.kind and left(s.key, 1) = typed
          order by s.popularity desc, s.key limit most)) found
      order by kinds.place, found.key = typed desc, found.popularity desc, found.label, found.ref;
  elsif length(typed) = 2 then
    return query select found.kind, found.ref, found.label
      from unnest('{musician,genre,mood,tag}'::text[]) with ordinality kinds(kind, place)
      cross join lateral (
        (select s.* from suggestions s where s.kind = kinds.kind and s.key = typed order by s.popularity desc limit most)
        union all
        (select s.* from suggestions s where s.kind = kinds.kind and left(s.key, 2) = typed
          order by s.popularity desc, s.key limit most)) found
      order by kinds.place, found.key = typed desc, found.popularity desc, found.label, found.ref;
  elsif length(typed) = 3 then
    return query select found.kind, found.ref, found.label
      from unnest('{musician,genre,mood,tag}'::text[]) with ordinality kinds(kind, place)
      cross join lateral (
        (select s.* from suggestions s where s.kind = kinds.kind and s.key = typed order by s.popularity desc limit most)
        union all
        (select s.* from suggestions s where s.kind = kinds.kind and left(s.key, 3) = typed
          order by s.popularity desc, s.key limit most)) found
      order by kinds.place, found.key = typed desc, found.popularity desc, found.label, found.ref;
  elsif length(typed) > 3 then
    return query select found.kind, found.ref, found.label
      from unnest('{musician,genre,mood,tag}'::text[]) with ordinality kinds(kind, place)
      cross join lateral (
        (select s.* from suggestions s where s.kind = kinds.kind and s.key = typed order by s.popularity desc limit most)
        union all
        (select s.* from suggestions s where s.kind = kinds.kind and s.key ~>=~ typed and s.key ~<~ (typed || U&'\+10FFFF')
          order by s.popularity desc, s.key limit most)) found
      order by kinds.place, found.key = typed desc, found.popularity desc, found.label, found.ref;
  end if;
end $$;

-- Names for the typed text. Text with plus signs or sharps, or of signs alone, is tried with its signs first, then by
-- words alone.
create or replace function suggested_names(given text, most_words int, most int) returns table (kind text, ref text, label text)
language plpgsql stable as $$
declare
  plain text := translate(search_plain(given), '''', '');
  words text[] := (search_split(plain))[:most_words];
begin
  if plain ~ '[+#]' or cardinality(words) = 0 then
    return query select * from suggested_by_key(btrim(plain), most);
    if found then
      return;
    end if;
  end if;
  return query select * from suggested_by_key(array_to_string(words, ' '), most);
end $$;

-- Documents to write again, because the rule for texts changed. A loop takes them in portions. Until it is done, texts
-- in scripts without spaces and words with vowel signs are found by their whole title alone.
create table search_renewals (media_id uuid primary key);
-- Block writers of documents until the end of this migration.
select pg_advisory_xact_lock(7268456, -1);
insert into search_renewals (media_id)
select m.id from media m join users u on u.id = m.musician_id
where m.band is not null and (
  octet_length(concat_ws(' ', m.title, array_to_string(m.tags, ' '), u.display_name, m.description))
    > length(concat_ws(' ', m.title, array_to_string(m.tags, ' '), u.display_name, m.description))
  or concat_ws(' ', m.title, array_to_string(m.tags, ' '), u.display_name) ~ '[^[:alnum:][:space:]'']');

-- Writes up to `most` of these documents again. Returns how many it wrote.
create function search_renew(most int) returns int language plpgsql as $$
declare
  taken uuid[];
begin
  taken := array(select media_id from search_renewals order by media_id limit most for update skip locked);
  -- In the order of their locks, so that two transactions that write several documents can't deadlock.
  perform search_write(id, musician_id) from (
    select m.id, m.musician_id from media m where m.id = any (taken) order by hashtext(m.musician_id::text) & 63, m.id) renewed;
  delete from search_renewals where media_id = any (taken);
  return cardinality(taken);
end $$;

update categories set name = name;
select suggestions_refresh(true);
