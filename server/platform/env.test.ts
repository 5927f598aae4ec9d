import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PLANS } from '@scoville/contract/accounts/plans.ts';
import { SettingError, readEnv } from './env.ts';

const DATABASE_URL = 'postgres://localhost/x';
const file = (text: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'env-')), '.env');
  writeFileSync(path, text);
  return path;
};

describe('settings', () => {
  it('have defaults with which the server runs', () => {
    const env = readEnv({ DATABASE_URL }, 'no such file');
    expect(env).toMatchObject({
      PORT: 3000,
      ROLE: 'all',
      PUBLIC_URL: 'http://127.0.0.1:3000',
      PRODUCT_NAME: 'Scoville',
      RATE_LIMIT_FACTOR: 1,
    });
    expect(env.PLANS[0]?.limits).toMatchObject({ total: 1, unit: 'trial', maxFileSizeMB: 50 });
  });
  it('set the plan of accounts without a paid one: the largest if nothing is sold, else the first', () => {
    const paypal = { PAYPAL_CLIENT_ID: 'client', PAYPAL_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'hook' };
    const sold = { ...paypal, PLANS: JSON.stringify(DEFAULT_PLANS.map((plan) => ({ ...plan, planId: 'P-1' }))) };
    const planOf = (settings: Record<string, string>) => readEnv({ DATABASE_URL, ...settings }, 'none').DEFAULT_PLAN;
    expect(planOf({})).toBe('ghost-pepper');
    expect(planOf({ DEFAULT_PLAN: 'spicy' })).toBe('spicy');
    expect(planOf(sold)).toBe('mild');
    expect(planOf({ ...sold, DEFAULT_PLAN: 'mild' })).toBe('mild');
    // A copy of an installation that sells plans sells none, and its accounts have the same plans.
    expect(planOf({ ...sold, WORKER: 'off' })).toBe('mild');
    expect(() => planOf({ DEFAULT_PLAN: 'hot' })).toThrow(
      'The setting DEFAULT_PLAN is not usable: there is no plan of the type hot. Name one of mild, spicy, flaming-hot, ghost-pepper.',
    );
    expect(() => planOf({ ...sold, DEFAULT_PLAN: 'spicy' })).toThrow(
      'The setting DEFAULT_PLAN is not usable where plans are sold: whoever pays for none has the first one, Mild. Unset it.',
    );
  });
  it('turn off the worker, PayPal and the metrics in a copy for inspection (WORKER=off)', () => {
    const paypal = { PAYPAL_CLIENT_ID: 'client', PAYPAL_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'hook' };
    const plans = JSON.stringify(DEFAULT_PLANS.map((plan) => ({ ...plan, planId: 'P-1' })));
    const others = { DATABASE_URL, PLANS: plans, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', ...paypal };
    expect(readEnv(others, 'none')).toMatchObject({ ROLE: 'all', PAYPAL: { clientId: 'client' } });
    expect(readEnv({ ...others, WORKER: 'off' }, 'none')).toMatchObject({
      ROLE: 'web',
      PAYPAL: null,
      OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
    });
    expect(() => readEnv({ DATABASE_URL, WORKER: 'off', ROLE: 'worker' }, 'none')).toThrow(
      'with WORKER=off there is no worker to start.',
    );
  });
  it('are read from .env if the environment does not set them', () => {
    const env = readEnv({ DATABASE_URL, PORT: '4000' }, file('PORT=5000\nPRODUCT_NAME=Other\n'));
    expect(env).toMatchObject({ PORT: 4000, PRODUCT_NAME: 'Other' });
  });
  it('may span several lines in .env, and may follow a byte order mark, comments and blank lines', () => {
    const text = '\uFEFF# ours\r\n\r\nexport PORT=5000\nPRODUCT_NAME =\nMAIL_FROM="Some\nbody"\n';
    expect(readEnv({ DATABASE_URL }, file(text))).toMatchObject({ PORT: 5000, MAIL_FROM: 'Some\nbody' });
  });
  it.each([
    ['PORT=5000\nPUBLIC_URL https://example.org\n', /^Line 2 of \S+ is not a setting\. Write it as NAME=value, or/],
    ['\n<<<<<<< HEAD\n', /^Line 2 of /],
    ['PRODUCT_NAME="Ours\nSMTP_URL=smtp://a:secret@b\n', /^The quotation mark in line 1 of \S+ is not closed\.$/],
  ])('reject a line that would be ignored: %j', (text, why) => {
    expect(() => readEnv({ DATABASE_URL }, file(text))).toThrow(why);
  });
  it('have their defaults if they are empty in .env', () => {
    const env = readEnv({ DATABASE_URL }, file('PORT=\nSMTP_URL=\nADMIN_PASSWORD=""\nADMIN_EMAIL=\n'));
    expect(env).toMatchObject({ PORT: 3000, SMTP_URL: null, ADMIN_PASSWORD: null, ADMIN_EMAIL: null });
  });
  it('reject an ADMIN_EMAIL that is not an email address', () => {
    expect(() => readEnv({ DATABASE_URL, ADMIN_EMAIL: 'admin' }, 'none')).toThrow(
      new SettingError('The setting ADMIN_EMAIL is not usable: it is not an email address.'),
    );
  });
  it('refuse a .env that cannot be read', () => {
    expect(() => readEnv({ DATABASE_URL }, tmpdir())).toThrow(
      new SettingError(`The settings in ${tmpdir()} cannot be read (EISDIR): see whose it is, and that it is a file.`),
    );
  });
  it('list the proxies that may name the caller: by default those of this machine', () => {
    const proxies = (text?: string) =>
      readEnv({ DATABASE_URL, ...(text === undefined ? {} : { TRUSTED_PROXIES: text }) }, 'none').TRUSTED_PROXIES;
    expect(proxies()).toEqual(['127.0.0.0/8', '::1']);
    expect(proxies('none')).toEqual([]);
    expect(proxies('loopback, 10.1.2.3,192.0.2.0/24 , 2001:db8::/32')).toEqual([
      '127.0.0.0/8',
      '::1',
      '10.1.2.3',
      '192.0.2.0/24',
      '2001:db8::/32',
    ]);
  });
  it.each([
    ['everybody', 'has `everybody`, which is no address, no range such as 10.0.0.0/8, and not `loopback` or `none`'],
    [
      'constructor',
      'has `constructor`, which is no address, no range such as 10.0.0.0/8, and not `loopback` or `none`',
    ],
    ['true', 'has `true`, which is no address, no range such as 10.0.0.0/8, and not `loopback` or `none`'],
    ['10.0.0.0/8,', 'has ``, which is no address, no range such as 10.0.0.0/8, and not `loopback` or `none`'],
    ['10.0.0.0/x', 'has `10.0.0.0/x`, which is no address, no range such as 10.0.0.0/8, and not `loopback` or `none`'],
    ['10.0.0.0/33', 'has `10.0.0.0/33`, but such an address has 32 bits'],
    ['2001:db8::/129', 'has `2001:db8::/129`, but such an address has 128 bits'],
    ['0.0.0.0/0', 'has `0.0.0.0/0`, which trusts everybody: name your proxies only'],
    ['::/0', 'has `::/0`, which trusts everybody: name your proxies only'],
    ['none, 10.0.0.1', 'names `none` beside others'],
  ])('reject TRUSTED_PROXIES=%s', (text, why) => {
    expect(() => readEnv({ DATABASE_URL, TRUSTED_PROXIES: text }, 'none')).toThrow(
      new SettingError(`The setting TRUSTED_PROXIES is not usable: ${why}.`),
    );
  });
  it('stop the start with a message that names the unknown or malformed setting', () => {
    const refusal = (run: () => unknown) => {
      try {
        run();
      } catch (error) {
        return error instanceof SettingError ? error.message : String(error);
      }
      return 'accepted';
    };
    expect(refusal(() => readEnv({ DATABASE_URL }, file('PROT=1\n')))).toContain('PROT');
    const broken: Record<string, string> = {
      PORT: 'x',
      ROLE: 'boss',
      DATABASE_URL: 'mysql://x',
      PUBLIC_URL: 'ftp://x',
      ADMIN_PASSWORD: 'short',
      RATE_LIMIT_FACTOR: '-1',
      PLANS: '[{}]',
    };
    // e9: files would silently be stored on the local disk.
    for (const name of ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_DELIVERY']) {
      const value = { S3_ENDPOINT: 'https://s3.example.org', S3_DELIVERY: 'redirect' }[name] ?? 'x';
      expect(refusal(() => readEnv({ DATABASE_URL, [name]: value }, 'none'))).toBe(
        `The setting ${name} does nothing without S3_BUCKET. Name the bucket, or unset ${name}.`,
      );
    }
    const bucket = { DATABASE_URL, S3_BUCKET: 'songs', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' };
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
      expect(refusal(() => readEnv({ ...bucket, [name]: '' }, 'none'))).toBe(
        `The setting ${name} is missing: S3_BUCKET needs it.`,
      );
    expect(refusal(() => readEnv({ ...bucket, ACCEL_LOCATION: '/kept' }, 'none'))).toBe(
      'The setting ACCEL_LOCATION is not usable with S3_BUCKET: nginx has no files to send. Unset it.',
    );
    expect(refusal(() => readEnv({ ...bucket, S3_DELIVERY: 'pigeon' }, 'none'))).toContain('S3_DELIVERY');
    expect(refusal(() => readEnv({ ...bucket, S3_ENDPOINT: 'minio:9000' }, 'none'))).toContain('S3_ENDPOINT');
    expect(readEnv(bucket, 'none').S3).toEqual({
      endpoint: null,
      region: 'us-east-1',
      bucket: 'songs',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      delivery: 'process',
    });
    const allowing = (maxFileSizeMB: number) =>
      JSON.stringify(DEFAULT_PLANS.map((plan) => ({ ...plan, limits: { ...plan.limits, maxFileSizeMB } })));
    expect(refusal(() => readEnv({ ...bucket, PLANS: allowing(80_001) }, 'none'))).toBe(
      'The setting PLANS is not usable with S3_BUCKET: a bucket takes files of 80000 MB, and the plan Mild allows larger ones.',
    );
    expect(readEnv({ ...bucket, PLANS: allowing(80_000) }, 'none').PLANS).toHaveLength(4);
    expect(readEnv({ DATABASE_URL, PLANS: allowing(80_001) }, 'none').PLANS).toHaveLength(4);
    expect(readEnv({ DATABASE_URL }, 'none').S3).toBeNull();
    // e8: this ended the start with the logger's own stack trace.
    expect(refusal(() => readEnv({ DATABASE_URL, LOG_LEVEL: 'verbose' }, 'none'))).toContain('LOG_LEVEL');
    expect(readEnv({ DATABASE_URL }, file('LOG_LEVEL=debug\n')).LOG_LEVEL).toBe('debug');
    for (const [name, value] of Object.entries(broken))
      expect(refusal(() => readEnv({ DATABASE_URL, [name]: value }, 'none'))).toContain(name);
  });

  describe('of PayPal', () => {
    const keys = { PAYPAL_CLIENT_ID: 'client', PAYPAL_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'hook' };
    const plans = (planId: string | null) => ({
      PLANS: JSON.stringify(readEnv({ DATABASE_URL }, 'none').PLANS.map((plan) => ({ ...plan, planId }))),
    });
    const read = (settings: Record<string, string>) => readEnv({ DATABASE_URL, ...settings }, 'none').PAYPAL;

    it('need all three or none, and use the sandbox at another address', () => {
      expect(read({})).toBeNull();
      expect(read({ ...keys, ...plans('P-1') })).toEqual({
        apiUrl: 'https://api-m.paypal.com',
        clientId: 'client',
        secret: 'secret',
        webhookId: 'hook',
      });
      const sandbox = { PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com/' };
      expect(read({ ...keys, ...plans('P-1'), ...sandbox })?.apiUrl).toBe('https://api-m.sandbox.paypal.com');
      for (const name of Object.keys(keys))
        expect(() => read({ ...keys, ...plans('P-1'), [name]: '' })).toThrow(
          `The setting ${name} is missing: PayPal needs PAYPAL_CLIENT_ID, PAYPAL_SECRET and PAYPAL_WEBHOOK_ID.`,
        );
    });

    it('need a planId for each plan with a price', () => {
      expect(() => read(keys)).toThrow(
        'The setting PLANS is not usable: the plan Spicy has a price and no planId, the name that PayPal gave it.',
      );
    });

    it('reject an imitation of PayPal in production', () => {
      const standIn = { ...keys, ...plans('P-1'), PAYPAL_API_URL: 'http://127.0.0.1:4000' };
      for (const NODE_ENV of ['development', 'test'])
        expect(read({ ...standIn, NODE_ENV })?.apiUrl).toBe('http://127.0.0.1:4000');
      for (const url of ['http://127.0.0.1:4000', 'https://paypal.example', 'http://api-m.paypal.com'])
        expect(() => read({ ...standIn, NODE_ENV: 'production', PAYPAL_API_URL: url })).toThrow(
          'The setting PAYPAL_API_URL is not usable: in production payments go through https://api-m.paypal.com or https://api-m.sandbox.paypal.com alone, never through a stand-in.',
        );
    });
  });
});
