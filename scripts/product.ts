import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../server/platform/db/free-port.ts';
import { removeData } from './data-folder.ts';
import { patient } from './patience.ts';

export const ADMIN = { email: 'admin@example.org', password: 'the first administrator' };

/** The product as `npm start` runs it, with its own folder and port. */
export interface Product {
  url: string;
  dataDir: string;
  supervisor: ChildProcess;
  /** Stops the product and keeps its folder. */
  end: () => Promise<void>;
  /** Stops the product and removes its folder. */
  stop: () => Promise<void>;
}

/** Starts the product and waits until it is healthy. Rate limits are off, the limits of the first plan are not. */
export async function startProduct(settings: NodeJS.ProcessEnv = {}): Promise<Product> {
  const dataDir = settings['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'scoville-')));
  const port = settings['PORT'] ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const supervisor = spawn(
    process.execPath,
    [resolve(import.meta.dirname, '../server/frame/supervisor/supervise.ts')],
    {
      // The channel closes with this process, even if that is killed; then the supervisor stops.
      stdio: ['ignore', settings['LOG_LEVEL'] === undefined ? 'ignore' : 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        RATE_LIMIT_FACTOR: '0',
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        LOG_LEVEL: 'silent',
        DEFAULT_PLAN: 'mild',
        ...settings,
        DATA_DIR: dataDir,
        PORT: port,
      },
    },
  );
  // The channel doesn't keep this process from ending.
  supervisor.channel?.unref();
  // Stops the product if this program fails before `end`.
  const kill = () => supervisor.kill('SIGTERM');
  process.once('exit', kill);
  const deadline = Date.now() + patient(60_000);
  while (!(await healthy(url))) {
    if (supervisor.exitCode !== null || Date.now() > deadline) throw new Error('The product did not start.');
    await wait(100);
  }
  const end = async () => {
    const gone = new Promise((done) => supervisor.once('exit', done));
    if (supervisor.exitCode === null && supervisor.signalCode === null) {
      kill();
      await gone;
    }
    process.off('exit', kill);
  };
  return { url, dataDir, supervisor, end, stop: () => end().then(() => removeData(dataDir)) };
}

export const healthy = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2000) }).then(
    (answer) => answer.ok,
    () => false,
  );

/** A signed-in caller over HTTP. */
export class Caller {
  readonly url: string;
  #cookies = new Map<string, string>();

  constructor(url: string) {
    this.url = url;
  }

  /** The response's status, its parsed JSON (null for other content), and its text. */
  async call(
    method: string,
    path: string,
    body?: object | FormData,
  ): Promise<{ status: number; body: Json; text: string }> {
    const isForm = body instanceof FormData;
    const answer = await fetch(this.url + path, {
      method,
      headers: {
        cookie: this.cookie,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    const text = await answer.text();
    return {
      status: answer.status,
      text,
      body: answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null,
    };
  }

  /** The Cookie header. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async signIn(email: string, password: string): Promise<this> {
    const answer = await this.call('POST', '/auth', { email, password });
    if (answer.status !== 200) throw new Error(`The sign-in of ${email} failed: ${answer.text}`);
    return this;
  }

  /** Like `call`, but throws if the call is refused. */
  async ask(method: string, path: string, body?: object | FormData): Promise<Json> {
    const answer = await this.call(method, path, body);
    if (answer.status >= 400) throw new Error(`${method} ${path} was refused with ${answer.status}: ${answer.text}`);
    return answer.body;
  }

  /** Creates an account; returns its id. */
  async signUp(email: string, name = { firstName: 'Test', lastName: 'Person' }): Promise<string> {
    const password = 'a long password';
    const { id } = await this.ask('POST', '/api/users/', {
      ...name,
      email,
      emailConfirmation: email,
      password,
      passwordConfirmation: password,
    });
    return String(id);
  }
}

/** Parsed JSON that can be read like a tree without type checks. */
export type Json = ReturnType<typeof JSON.parse>;
