import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, link, lstat, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { DECODER_IDS, assignAccount } from './decoder-accounts.ts';
import { newFolder } from '../../../testkit/make-files.ts';
import { acquireSlot } from './slots.ts';

describe('a slot', () => {
  it('has one holder at a time, and is free again when its holder releases it', async () => {
    const name = newId();
    const slot = await acquireSlot(name);
    expect(await acquireSlot(name)).toBeNull();
    await slot?.release();
    const again = await acquireSlot(name);
    expect(again).not.toBeNull();
    await again?.release();
  });

  it('is free again when its holder is killed', async () => {
    const name = newId();
    const holder: ChildProcess = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { acquireSlot } from ${JSON.stringify(new URL('slots.ts', import.meta.url).href)};
        console.log(await acquireSlot(${JSON.stringify(name)}) === null ? 'no' : 'held');
        setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [output] = (await once(holder.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
    expect(output.toString()).toBe('held\n');
    expect(await acquireSlot(name)).toBeNull();
    holder.kill('SIGKILL');
    await once(holder, 'close');
    const slot = await acquireSlot(name);
    expect(slot).not.toBeNull();
    await slot?.release();
  });
});

describe('a folder that is assigned to a decoder’s system account', () => {
  let one = '';
  let other = '';
  beforeEach(async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('decoders get accounts of their own from root, and this run is not root');
    [one, other] = [await newFolder(), await newFolder()];
  });
  afterEach(async () => {
    for (const folder of [one, other]) if (folder) await rm(folder, { recursive: true, force: true });
  });
  const owner = async (...path: string[]): Promise<number> => (await lstat(join(...path))).uid;

  it('belongs, with its files, to a system account of no other folder, and to us again afterwards', async () => {
    await writeFile(join(one, 'a'), '', { mode: 0o600 });
    const [first, second] = await Promise.all([assignAccount(one), assignAccount(other)]);
    expect(first.id).not.toBe(second.id);
    expect(DECODER_IDS).toContain(first.id);
    expect([await owner(one), await owner(one, 'a'), await owner(other)]).toEqual([first.id, first.id, second.id]);
    await Promise.all([first.end(), second.end()]);
    expect([await owner(one), await owner(one, 'a'), await owner(other)]).toEqual([0, 0, 0]);
  });

  it('keeps one system account until the last of its decoders has ended', async () => {
    const [first, second] = await Promise.all([assignAccount(one), assignAccount(one)]);
    expect(first.id).toBe(second.id);
    await first.end();
    expect(await owner(one)).toBe(second.id);
    const ended = second.end();
    const third = await assignAccount(one);
    await ended;
    expect(await owner(one)).toBe(third.id);
    await third.end();
    expect(await owner(one)).toBe(0);
  });

  it('doesn’t change the owner of files elsewhere that are linked in it', async () => {
    await writeFile(join(other, 'ours'), '');
    await chmod(join(other, 'ours'), 0o644);
    await symlink(join(other, 'ours'), join(one, 'link'));
    await link(join(other, 'ours'), join(one, 'hard'));
    const assignment = await assignAccount(one);
    expect((await stat(join(other, 'ours'))).uid).toBe(0);
    await assignment.end();
  });
});
