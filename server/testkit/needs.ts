import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, it } from 'vitest';

/** A feature that only some machines have. */
export interface Need {
  /** True if this machine has it. */
  readonly met: boolean;
  /**
   * Declares a test that needs the feature. On other machines it is skipped, and the last lines of `npm test` show the
   * missing feature.
   */
  it(title: string, body: (context: TestContext) => unknown): void;
}

/** @param missing a sentence that names the missing feature, and why it matters or how to get it */
function need(missing: string, look: () => boolean): Need {
  let met: boolean | undefined;
  return {
    get met() {
      return (met ??= look());
    },
    it(title, body) {
      it(title, async (context) => {
        if (!this.met) context.skip(missing);
        await body(context);
      });
    },
  };
}

const runs = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

const root = need('Only root may become another account.', () => process.getuid?.() === 0);
const mount = need('This account may not mount a file system: root outside of a container may.', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scoville-mount-'));
  const mounted = runs('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder);
  if (mounted) runs('umount', '--lazy', folder);
  rmdirSync(folder);
  return mounted;
});

export const needs = {
  root,
  mount,
  databaseAccount: need(
    'PostgreSQL gets no account of its own here: this is not root, or one that may not mount and runs it in a namespace of users.',
    () => root.met && (mount.met || !runs('unshare', '--user', 'true')),
  ),
  folder: need('This looks into the folder of files; with a bucket there is none.', () => {
    return process.env['TEST_STORE'] !== 's3';
  }),
};
