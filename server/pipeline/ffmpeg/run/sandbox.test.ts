import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formsHere } from '../../../testkit/sandboxes.ts';
import { newFolder } from '../../../testkit/make-files.ts';
import { findSandbox } from './sandbox.ts';

const PATH = process.env['PATH'] ?? '';
const isRoot = process.getuid?.() === 0;
let folder: string;
let forms: string[];
beforeAll(async () => {
  folder = await newFolder();
  forms = [...(await formsHere()).keys()];
});
afterAll(() => rm(folder, { recursive: true }));

/** The sandbox on a machine with these programs in place of this one's; `path` finds the others. */
async function sandboxWith(programs: Record<string, string>, path = `:${PATH}`) {
  const place = await mkdtemp(join(folder, 'programs-'));
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(place, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(place, name), 0o755);
  }
  try {
    process.env['PATH'] = `${place}${path}`;
    const { isolation, ownAccount, prlimit } = await findSandbox([{ program: '/bin/true', args: [] }]);
    return { isolation, ownAccount, prlimit };
  } finally {
    process.env['PATH'] = PATH;
  }
}

it.each<[string, Record<string, string>]>([
  ['namespaces are refused', { unshare: 'echo "unshare: unshare failed: Operation not permitted" >&2; exit 1' }],
  ['mounts are refused', { mount: 'echo "mount: permission denied." >&2; exit 32' }],
])('F9 where %s, a decoder gets no new privileges and, from root, its own account', async (_, programs) => {
  const isolation = { kind: 'none', setpriv: true };
  expect(await sandboxWith(programs)).toEqual({ isolation, ownAccount: isRoot, prlimit: true });
});

it('F9 where only a namespace of users allows the others, a decoder is isolated in one', async ({ skip }) => {
  if (!forms.includes('unshare, namespace of users')) skip('this machine does not allow namespaces of users');
  const unshare = `[ "$1" = --user ] || exit 1\nPATH=${PATH} exec unshare "$@"`;
  const isolation = { kind: 'unshare', users: true };
  expect(await sandboxWith({ unshare })).toEqual({ isolation, ownAccount: false, prlimit: true });
});

it('F9 without util-linux, a decoder runs unprotected', async () => {
  const isolation = { kind: 'none', setpriv: false };
  expect(await sandboxWith({}, '')).toEqual({ isolation, ownAccount: false, prlimit: false });
});
