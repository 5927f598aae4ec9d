import { settings } from '@scoville/contract/settings.ts';
import { SettingError, readLaunchEnv } from '../server/env.ts';
import { DemoRefusal, demoPassword, enterMusician, refuseStrangers, signInAsAdmin } from './accounts.ts';
import { ApiError, Caller } from './api.ts';
import { catalogue } from './catalogue.ts';
import { finishEntry, ownMedia, processed, uploadEntry } from './fill.ts';
import { listen } from './listen.ts';

const say = (line: string): void => console.log(line);

/**
 * Fills the product that runs at PUBLIC_URL through its own calls. Every step looks first whether it is done, so a run
 * that was broken off goes on where it stopped, and one on a filled installation does nothing.
 *
 * @returns whether anything was done
 */
async function fill(base: string, env: ReturnType<typeof readLaunchEnv>): Promise<boolean> {
  const { productName } = await new Caller(base).call(settings);
  const admin = await signInAsAdmin(base, env);
  await refuseStrangers(admin);
  const password = await demoPassword(env.DATA_DIR);
  const { musicians, entries } = catalogue();
  say(
    `Filling ${productName} at ${base}: ${musicians.length} musicians, ${entries.length} songs and videos; this takes some minutes.`,
  );

  let done = 0;
  let changes = 0;
  const accounts = [];
  for (const musician of musicians) {
    const account = { ...(await enterMusician(admin, base, musician, password)), ids: new Map<string, string>() };
    const before = await ownMedia(account.caller, account.id);
    for (const entry of entries.filter((one) => one.musician === musician)) {
      const known = before.get(entry.title);
      account.ids.set(entry.title, known?.id ?? (await uploadEntry(account.caller, entry, env.FFMPEG_PATH)));
      if (known === undefined) changes++;
      done++;
      if (known === undefined)
        say(`  ${done} of ${entries.length}  ${entry.title}, ${musician.firstName} ${musician.lastName}`);
    }
    accounts.push({ ...account, musician });
  }

  if (changes > 0) say('All are uploaded; waiting for the rest to be processed, then publishing and scoring.');
  for (const { caller, ids, musician } of accounts) {
    await processed(caller, new Set(ids.values()));
    for (const entry of entries.filter((one) => one.musician === musician))
      if (await finishEntry(caller, admin, entry, ids.get(entry.title)!)) changes++;
  }
  if (changes === 0) return false;

  const heard = [];
  for (const { caller, id } of accounts) heard.push(...(await ownMedia(caller, id)).values());
  const plays = await listen(
    base,
    heard.filter(({ published }) => published),
    24,
  );
  say(`Visitors listened ${plays} times.`);
  return true;
}

try {
  const env = readLaunchEnv();
  const changed = await fill(env.PUBLIC_URL, env);
  say(
    changed
      ? `Done: ${env.PUBLIC_URL}`
      : `The demonstration is here already, at ${env.PUBLIC_URL}. Nothing was changed.`,
  );
} catch (error) {
  if (error instanceof DemoRefusal || error instanceof SettingError) console.error(error.message);
  else if (error instanceof ApiError) console.error(`The server refused (${error.status}): ${error.message}`);
  else console.error(error);
  process.exitCode = 1;
}
