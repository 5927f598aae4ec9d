import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { access, chmod, mkdir, open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DECODER_IDS, assignAccount } from '../../pipeline/ffmpeg/run/decoder-accounts.ts';
import { newFolder } from '../../testkit/make-files.ts';
import { type Run, run } from '../../pipeline/ffmpeg/run/run.ts';
import { sandboxWarning } from '../../pipeline/ffmpeg/checks/concerns.ts';
import { type Caps, type Sandbox, environmentIn, sandboxedCommand } from '../../pipeline/ffmpeg/run/sandbox.ts';
import { type Tools, findTools } from '../../pipeline/ffmpeg/run/tools.ts';
import { createTestDatabase } from '../../testkit/database.ts';
import { FORMS, formsHere, lackOf } from '../../testkit/sandboxes.ts';
import { until } from '../../testkit/until.ts';

// Simulates a decoder that a file has taken over: a shell in its place, started by the product's own `run`.
let tools: Tools;
let forms: Map<string, Sandbox>;
let outside: Server;
/** The port that this process listens on. */
let port: number;
/** The database's folder and its first process. */
let database: { folder: string; pid: number };
/** Simulates DATA_DIR with the server's permissions, a password and an uploaded original. */
let data: string;

beforeAll(async () => {
  [tools, forms, data] = await Promise.all([
    findTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' }),
    formsHere(),
    newFolder(),
  ]);
  outside = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(outside, 'listening');
  port = (outside.address() as { port: number }).port;
  database = await databaseOf(await createTestDatabase());
  await writeFile(join(data, 'postgres-password.txt'), 'kept', { mode: 0o600 });
  await mkdir(join(data, 'files'), { mode: 0o750 });
  await writeFile(join(data, 'files', 'original.flac'), 'kept');
});
afterAll(async () => {
  outside.close();
  await rm(data, { recursive: true });
});

const isOpen = ({ isolation, ownAccount }: Sandbox): boolean => isolation.kind === 'none' && !ownAccount;

const CAPS: Caps = { cpuSeconds: 20, addressSpace: 2 ** 32, fileSize: 2 ** 20 };
const HOLD = 'touch here; read -r _ || true; echo held';

/** Runs a shell in place of ffprobe, in a folder of its own or in the given one, and returns its output. */
async function shell(
  sandbox: Sandbox,
  script: string,
  {
    args = [],
    folder,
    ...more
  }: { args?: string[] } & Partial<Pick<Run, 'folder' | 'input' | 'caps' | 'timeout'>> = {},
) {
  const own = folder ?? (await newFolder());
  try {
    const { stdout, code, stderr } = await run({
      tools: { ...tools, sandbox, ffprobe: '/bin/bash' },
      program: 'ffprobe',
      args: ['-c', script, 'decoder', ...args],
      caps: CAPS,
      readable: [],
      folder: own,
      signal: new AbortController().signal,
      timeout: 60_000,
      ...more,
    });
    return { said: stdout.trim(), code, stderr };
  } finally {
    if (folder === undefined) await rm(own, { recursive: true, force: true });
  }
}

/** Prints `reached` for each argument that succeeds as a command. */
const TRY = 'for one in "$@"; do if eval "$one" >/dev/null 2>&1; then echo "reached: $one"; fi; done; echo over';

async function reached(sandbox: Sandbox, ...commands: string[]): Promise<string[]> {
  const { said } = await shell(sandbox, TRY, { args: commands });
  const lines = said.split('\n');
  expect(lines.pop()).toBe('over');
  return lines;
}

describe.each(FORMS)('F9 F10 a decoder that a file has taken over, with %s', (form) => {
  const here = (skip: (why: string) => never): Sandbox => forms.get(form) ?? skip(lackOf(form));

  it('works in its folder and leaves the folder to us', async ({ skip }) => {
    const sandbox = here(skip);
    const parent = await newFolder();
    await chmod(parent, 0o755);
    // A shell and a table of mounts would each read this name in another way.
    const folder = join(parent, `${String.raw`it's a \040"folder" # $HOME`}\t\n\u00A0\u2028.`);
    await mkdir(folder);
    await writeFile(join(folder, 'given'), 'by us', { mode: 0o600 });
    const { said, stderr } = await shell(sandbox, 'pwd; cat given; echo more > made; cat made', { folder });
    expect([said, stderr]).toEqual([`${folder}\nby usmore`, '']);
    expect(await readFile(join(folder, 'made'), 'utf8')).toBe('more\n');
    await rm(parent, { recursive: true });
  });

  it('opens none of our data (the database, its password, originals, our environment), or the gap is reported', async ({
    skip,
  }) => {
    const sandbox = here(skip);
    if (isOpen(sandbox)) return expect(sandboxWarning(sandbox)).toContain('read what its account may read');
    expect(
      await reached(
        sandbox,
        `cat ${database.folder}/PG_VERSION`,
        `ls ${database.folder}`,
        `echo >${database.folder}/left`,
        `cat ${data}/postgres-password.txt`,
        `cat ${data}/files/original.flac`,
        `echo >${data}/left`,
        `cat /proc/${database.pid}/environ`,
        `cat /proc/${process.pid}/environ`,
        `ls /proc/${process.pid}/cwd/`,
        'cat /etc/shadow',
      ),
    ).toEqual([]);
    expect((await readdir(data)).toSorted()).toEqual(['files', 'postgres-password.txt']);
  });

  it('signals none of our processes, or the gap is reported', async ({ skip }) => {
    const sandbox = here(skip);
    if (isOpen(sandbox)) return expect(sandboxWarning(sandbox)).toContain('see its processes');
    expect(await reached(sandbox, `kill -0 ${process.pid}`, `kill -0 ${database.pid}`)).toEqual([]);
  });

  it('reaches no network, not even this machine’s, or the gap is reported', async ({ skip }) => {
    const sandbox = here(skip);
    if (sandbox.isolation.kind === 'none') return expect(sandboxWarning(sandbox)).toContain('whatever it reaches');
    expect(await reached(sandbox, `exec 9<>/dev/tcp/127.0.0.1/${port}`)).toEqual([]);
  });

  it('can’t start processes without end if it has a system account of its own', async ({ skip }) => {
    const sandbox = here(skip);
    if (!sandbox.ownAccount) return skip(`a decoder with ${form} shares the limit of this account`);
    expect((await shell(sandbox, 'ulimit -u')).said).toBe('4096');
  });

  it('writes nowhere but in its folder, or the gap is reported', async ({ skip }) => {
    const sandbox = here(skip);
    if (sandbox.isolation.kind === 'none') return expect(sandboxWarning(sandbox)).toContain('isolation');
    const places = ['', '/tmp', '/dev', '/etc', '/usr', '/usr/bin', '/bin', '/lib'];
    expect(await reached(sandbox, ...places.map((place) => `echo >${place}/left`))).toEqual([]);
  });

  it('gets no rights of root in a further namespace, or the gap is reported', async ({ skip }) => {
    const sandbox = here(skip);
    if (sandbox.isolation.kind === 'none') return expect(sandboxWarning(sandbox)).toContain('isolation');
    expect(await reached(sandbox, 'unshare --user true', 'unshare --user --map-root-user true')).toEqual([]);
  });

  it('reaches no other decoder, neither its folder nor its process, or the gap is reported', async ({ skip }) => {
    const sandbox = here(skip);
    if (isOpen(sandbox)) return expect(sandboxWarning(sandbox)).toContain('read what its account may read');
    const other = await newFolder();
    await writeFile(join(other, 'theirs'), 'kept');
    const go = Promise.withResolvers<void>();
    async function* input() {
      await go.promise;
      yield Buffer.from('go\n');
    }
    const working = shell(sandbox, HOLD, { folder: other, input: input() });
    try {
      await until(() => access(join(other, 'here')));
      const pids = await pidsOf(HOLD);
      expect(pids.length).toBeGreaterThan(0);
      expect(
        await reached(
          sandbox,
          `cat ${other}/theirs`,
          `ls ${other}`,
          ...pids.flatMap((pid) => [`kill -0 ${pid}`, `cat /proc/${pid}/environ`, `ls /proc/${pid}/cwd/`]),
        ),
      ).toEqual([]);
    } finally {
      go.resolve();
    }
    expect((await working).said).toBe('held');
    await rm(other, { recursive: true });
  });

  it('leaves no process behind, or the gap is reported', async ({ skip }) => {
    const sandbox = here(skip);
    if (isOpen(sandbox)) return expect(sandboxWarning(sandbox)).toContain('see its processes');
    await shell(sandbox, 'setsid sleep 98765 >/dev/null 2>&1 & setsid sleep 98765 >/dev/null 2>&1 & sleep 0.1');
    // The kernel takes a moment to end a namespace's processes.
    await until(async () => expect(await pidsOf('98765')).toEqual([]));
  });

  it('uses no more processor time than its limit, which is a fault of the file', async ({ skip }) => {
    const endless = shell(here(skip), 'while :; do :; done', { caps: { ...CAPS, cpuSeconds: 1 } });
    await expect(endless).rejects.toMatchObject({ code: 'too-much-work', isRetryable: false });
  });

  it('crashes without a word of the sandbox', async ({ skip }) => {
    expect(await shell(here(skip), 'echo mine >&2; kill -SEGV $$')).toMatchObject({ code: 139, stderr: 'mine\n' });
  });

  it('holds us up no longer than its time with a process that keeps our pipes open', async ({ skip }) => {
    const sandbox = here(skip);
    const code = await shell(sandbox, 'setsid sleep 98764 & sleep 0.1', { timeout: 1000 }).then(
      (ended) => ended.code,
      (error: { code: string }) => error.code,
    );
    expect(code).toBe(sandbox.isolation.kind === 'none' ? 'too-much-work' : 0);
    for (const pid of await pidsOf('98764')) if (isOpen(sandbox)) process.kill(pid, 'SIGKILL');
  });

  it('doesn’t change the file that it gets as its input, or the gap is reported', async ({ skip }) => {
    const sandbox = here(skip);
    if (isOpen(sandbox)) return expect(sandboxWarning(sandbox)).toContain('read what its account may read');
    const [folder, input] = [await newFolder(), join(data, 'files', 'original.flac')];
    const assignment = sandbox.ownAccount ? await assignAccount(folder) : null;
    const access = { program: '/bin/bash', readable: [], folder, input, account: assignment?.id ?? null };
    const script = 'cat; : 1<>/dev/stdin; : >/dev/stdin; : >/proc/self/fd/0; chmod 777 /proc/self/fd/0';
    const [command = '', ...args] = sandboxedCommand(sandbox, { ...CAPS, fileSize: 0 }, access, ['-c', script]);
    const file = await open(input);
    const options = { cwd: folder, env: environmentIn(sandbox, access), encoding: 'utf8' } as const;
    const { stdout } = spawnSync(command, args, { ...options, stdio: [file.fd, 'pipe', 'pipe'] });
    expect([stdout, await readFile(input, 'utf8'), (await file.stat()).mode & 0o111]).toEqual(['kept', 'kept', 0]);
    await file.close();
    await assignment?.end();
    await rm(folder, { recursive: true });
  });

  it('has its own system account (not ours, the database’s or `nobody`) or no rights, or reports the gap', async ({
    skip,
  }) => {
    const sandbox = here(skip);
    if (isOpen(sandbox)) return expect(sandboxWarning(sandbox)).toContain('an account of its own');
    const { said } = await shell(sandbox, 'id -u; id -g; id -G; grep CapEff /proc/self/status || true');
    const [uid, gid, groups, rights] = said.split('\n');
    expect(rights).toMatch(/^CapEff:\s+0+$/);
    if (!sandbox.ownAccount) return;
    expect(DECODER_IDS).toContain(Number(uid));
    expect([gid, groups]).toEqual([uid, uid]);
    expect([0, 64_201, 65_534]).not.toContain(Number(uid));
  });

  it('reports a failed start as our fault, never as a damaged file', async ({ skip }) => {
    const sandbox = here(skip);
    const folder = await newFolder();
    const missing = run({
      tools: { ...tools, sandbox, ffprobe: '/usr/bin/there-is-no-such-program' },
      program: 'ffprobe',
      args: [],
      caps: CAPS,
      readable: [],
      folder,
      signal: new AbortController().signal,
      timeout: 60_000,
    });
    await expect(missing).rejects.toMatchObject({ code: 'engine', isRetryable: true });
    await rm(folder, { recursive: true });
  });
});

/**
 * The first process of a database server, and its folder as this machine names it, even if the server sees another
 * path.
 */
async function databaseOf(url: string): Promise<{ folder: string; pid: number }> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const [row] = await sql`select pg_backend_pid() as pid`;
  const stat = await readFile(`/proc/${row?.['pid']}/stat`, 'utf8');
  await sql.end();
  const pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  const names = async (folder: string) => await readdir(folder).catch(() => []);
  const folders = [
    ...(await names(tmpdir())).map((name) => join(tmpdir(), name, 'postgres/data')),
    // Used if the database's system account can't enter the folder of a test.
    ...(await names('/var/lib/scoville')).map((name) => join('/var/lib/scoville', name, 'data')),
  ];
  for (const folder of folders) {
    const first = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
    if (first.startsWith(`${pid}\n`)) return { folder, pid };
  }
  throw new Error('The database’s folder was not found.');
}

/** Process ids, as the machine numbers them, of processes with this argument. */
async function pidsOf(argument: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const line = await readFile(join('/proc', name, 'cmdline'), 'utf8').catch(() => '');
    if (line.split('\0').includes(argument)) found.push(Number(name));
  }
  return found;
}
