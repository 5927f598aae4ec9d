import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formsHere } from '../../../testkit/sandboxes.ts';
import { newFolder } from '../../../testkit/make-files.ts';
import { findSandbox } from './sandbox.ts';

const execute = promisify(execFile);
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
  [
    'mount is another than that of util-linux',
    { mount: `case $1 in --*) echo "mount: no such option" >&2; exit 1; esac\nPATH=${PATH} exec mount "$@"` },
  ],
  ['mounts are refused', { mount: 'echo "mount: permission denied." >&2; exit 32' }],
])('F9 where %s, a decoder gets no new privileges and, from root, its own system account', async (_, programs) => {
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

const SEPARATE = `mount -t tmpfs -o noexec,mode=755 data "$1"
echo given >"$1/input"
mount -t tmpfs -o mode=755 libraries /usr/local/lib
mkdir /usr/local/lib/below
mount -t tmpfs -o mode=755 below /usr/local/lib/below
echo theirs >/usr/local/lib/below/file
: >/usr/local/lib/library
mount --bind "$1/input" /usr/local/lib/library
shift
exec "$@"`;
const IN_NAMESPACE_OF_USERS = `
import { execFileSync } from 'node:child_process';
import { sandboxedCommand, sandboxesHere } from ${JSON.stringify(new URL('sandbox.ts', import.meta.url).href)};
const [input, folder, script] = process.argv.slice(1);
for await (const sandbox of sandboxesHere([{ program: '/bin/true', args: [] }])) {
  const access = { program: '/bin/sh', readable: [input], folder, account: null };
  const caps = { cpuSeconds: 20, addressSpace: 2 ** 32, fileSize: 2 ** 20 };
  const [command, ...args] = sandboxedCommand(sandbox, caps, access, ['-c', script, 'sh', input]);
  console.log(sandbox.isolation.kind + '\\n' + execFileSync(command, args, { cwd: folder, encoding: 'utf8' }));
  break;
}`;

it('F9 a user namespace shows mounts of data, but not what is mounted below a shown folder', async ({ skip }) => {
  if (!forms.includes('unshare, namespace of users')) skip('this machine does not allow namespaces of users');
  const [mounted, own] = [await mkdtemp(join(folder, 'mounted-')), await mkdtemp(join(folder, 'own-'))];
  const script =
    'cat "$1"; cd /usr/local/lib; ls -R . | grep file; cat library; for one in below/left "$1"; do (: >"$one") 2>/dev/null; done; cat "$1"';
  const child = [
    process.execPath,
    '--input-type=module',
    '-e',
    IN_NAMESPACE_OF_USERS,
    join(mounted, 'input'),
    own,
    script,
  ];
  const { stdout } = await execute('unshare', [
    '--user',
    '--map-root-user',
    '--mount',
    'sh',
    '-ec',
    SEPARATE,
    'sh',
    mounted,
    ...child,
  ]);
  expect(stdout).toBe('unshare\ngiven\ngiven\n\n');
});
