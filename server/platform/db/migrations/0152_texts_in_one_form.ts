import { domainToASCII } from 'node:url';
import type { MigrationBuilder } from 'node-pg-migrate';

// Converts mailboxes and tags to the form that new mailboxes and tags get (contract/platform/lib/email.ts,
// contract/platform/lib/tags.ts). The migration is in TypeScript because PostgreSQL can't convert domains to ASCII. If
// two accounts have the same mailbox in two forms, the confirmed or older account gets the new form. The other account
// isn't changed, and the health check reports it to administrators.

const ADDRESSES = `
  select email::text as address from users union select original_email::text from users
  union select email::text from follows union select email::text from identities
  union select address::text from refused_addresses union select owner_email::text from ads`;

const inOneForm = (address: string): string => {
  const [, local = '', domain = ''] = /^(.*@)(.*)$/s.exec(address.normalize('NFC')) ?? [];
  return local + (domainToASCII(domain) || domain);
};

export async function up(pgm: MigrationBuilder): Promise<void> {
  const found: { address: string }[] = await pgm.db.select(
    `select address from (${ADDRESSES}) a where address ~ '[^\\x01-\\x7f]'`,
  );
  const changed = found
    .map(({ address }) => ({ was: address, now: inOneForm(address) }))
    .filter(({ was, now }) => was.toLowerCase() !== now.toLowerCase() && now.length <= 254);
  pgm.sql('create temp table new_forms (was text primary key, now citext not null) on commit drop');
  const rows = JSON.stringify(changed).replaceAll("'", "''");
  pgm.sql(`insert into new_forms select * from json_to_recordset('${rows}') as form (was text, now citext)`);
  pgm.sql(`
-- Confirmed accounts first, then the oldest: the first of each mailbox gets the new form.
create temp table holders on commit drop as
select u.id, u.email, coalesce(n.now, u.email) as mailbox, row_number() over (
  partition by coalesce(n.now, u.email) order by u.email_verified_at is null, u.created_at, u.id) as place
from users u left join new_forms n on n.was = u.email::text
where n.was is not null or u.email in (select now from new_forms);
-- It is the same mailbox, so a confirmed one stays confirmed.
alter table users disable trigger users_email_changed;
update users u set email = 'moving.' || u.id || '@moving.invalid'
from holders h where h.id = u.id and h.place = 1 and h.email <> h.mailbox;
-- Another account that has the new form already gets the old form of the first one, and becomes the twin.
update users u set email = first.email
from holders h join holders first on first.mailbox = h.mailbox and first.place = 1
where h.id = u.id and h.place > 1 and h.email = h.mailbox;
update users u set email = h.mailbox from holders h where h.id = u.id and h.place = 1 and h.email <> h.mailbox;
alter table users enable trigger users_email_changed;
update users u set original_email = n.now from new_forms n where n.was = u.original_email::text;
create index users_of_twin_mailboxes on users (created_at)
  where email::text is not nfc normalized or split_part(email::text, '@', 2) ~ '[^\\x01-\\x7f]';

delete from follows f using (
  select f.id, row_number() over (
    partition by f.musician_id, coalesce(n.now, f.email) order by f.confirmed_at nulls last, n.was nulls first, f.id) as place
  from follows f left join new_forms n on n.was = f.email::text
  where f.email is not null and coalesce(n.now, f.email) in (select now from new_forms)) twins
where twins.id = f.id and twins.place > 1;
update follows f set email = n.now from new_forms n where n.was = f.email::text;

insert into refused_addresses (address, reason, since, is_certain)
select distinct on (n.now) n.now, r.reason, r.since, r.is_certain
from refused_addresses r join new_forms n on n.was = r.address::text
order by n.now, r.is_certain desc, r.since desc
on conflict (address) do update set is_certain = refused_addresses.is_certain or excluded.is_certain;
delete from refused_addresses r using new_forms n where n.was = r.address::text;
update identities i set email = n.now from new_forms n where n.was = i.email::text;
update ads a set owner_email = n.now from new_forms n where n.was = a.owner_email::text;

with cleaned as (
  select m.id, t.place, regexp_replace(btrim(normalize(t.tag, NFC)), '^(#\\s*)+', '') as tag
  from media m, unnest(m.tags) with ordinality t (tag, place)),
numbered as (
  select id, place, tag, row_number() over (partition by id, lower(tag) order by place) as nth from cleaned where tag <> ''),
kept as (select id, array_agg(tag order by place) as tags from numbered where nth = 1 group by id)
update media m set tags = coalesce(k.tags, '{}')
from media was left join kept k on k.id = was.id
where was.id = m.id and m.tags <> '{}' and m.tags is distinct from coalesce(k.tags, '{}');
`);
}

/** Migrations only go forward. */
export const down = false;
