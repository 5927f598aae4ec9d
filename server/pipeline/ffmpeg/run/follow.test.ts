import { appendFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { follow } from './follow.ts';
import { newFolder } from '../../../testkit/make-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;

it('reads a file that is missing at first and grows while it is read, each byte once', async () => {
  const path = join(folder, 'grows');
  const whole = Promise.withResolvers<void>();
  const bytes = follow([path], whole.promise, never);
  const early = bytes.next();
  await writeFile(path, 'one ');
  expect(String((await early).value)).toBe('one ');
  await appendFile(path, 'two ');
  expect(String((await bytes.next()).value)).toBe('two ');
  const last = bytes.next();
  await appendFile(path, 'three');
  whole.resolve();
  expect(String((await last).value)).toBe('three');
  expect((await bytes.next()).done).toBe(true);
});

it('continues with a file that is moved while it is read, and finds a file that was moved before', async () => {
  const [path, moved] = [join(folder, 'moves'), join(folder, 'moved')];
  const whole = Promise.withResolvers<void>();
  const bytes = follow([moved, path], whole.promise, never);
  await writeFile(path, 'one ');
  expect(String((await bytes.next()).value)).toBe('one ');
  await appendFile(path, 'two');
  await rename(path, moved);
  whole.resolve();
  expect(String((await bytes.next()).value)).toBe('two');
  expect((await bytes.next()).done).toBe(true);
  expect(String((await follow([moved, path], Promise.resolve(), never).next()).value)).toBe('one two');
});

it('F21 does not follow a link', async () => {
  await writeFile(join(folder, 'secret'), 'the password');
  await symlink(join(folder, 'secret'), join(folder, 'link'));
  await expect(follow([join(folder, 'link')], Promise.resolve(), never).next()).rejects.toMatchObject({
    code: 'unreadable',
  });
});

it('ends when the writer failed, and when the signal aborts', async () => {
  const path = join(folder, 'missing');
  expect((await follow([path], Promise.reject(new Error('failed')), never).next()).done).toBe(true);
  const stop = new AbortController();
  const waiting = follow([path], new Promise(() => {}), stop.signal).next();
  stop.abort();
  expect((await waiting).done).toBe(true);
});
