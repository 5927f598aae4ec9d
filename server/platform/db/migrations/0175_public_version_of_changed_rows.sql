-- Up Migration
-- These triggers raised the public version also after statements that changed no row, such as the count of all lists every
-- 15 seconds. Each time, everything that is kept for visitors was made again. Their replacements look at the rows. Only the
-- trigger of `category_ratings` stays, because it must lock the version before the rows (0046).
do $$
declare
  old record;
  kind record;
begin
  for old in
    select tgname as name, tgrelid::regclass as "table", tgtype::int as events from pg_trigger
    where tgfoid = 'public_changed'::regproc and tgtype::int & 2 = 0
  loop
    execute format('drop trigger %I on %s', old.name, old."table");
    for kind in
      select * from (values
        (4, 'insert', 'inserted', 'new table as new_rows', 'public_rows_added'),
        (8, 'delete', 'deleted', 'old table as old_rows', 'public_rows_changed'),
        (16, 'update', 'updated', 'old table as old_rows', 'public_rows_changed')
      ) kinds(bit, event, suffix, transition, function)
      where old.events & bit <> 0
    loop
      execute format('create trigger %I after %s on %s referencing %s for each statement execute function %I()',
        regexp_replace(old.name, '_changed$', '') || '_' || kind.suffix, kind.event, old."table", kind.transition, kind.function);
    end loop;
  end loop;
end $$;
