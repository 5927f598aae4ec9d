// `npm run test:s3`: the tests of uploading, serving, converting and sweeping with files in a bucket, against an S3 server
// that they start themselves. `npm test` runs those whose names begin with `s3`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build, install, needFfmpeg, node, root } from './setup.mjs';

install();
needFfmpeg();
build();

const FILES = [
  'catalogue/uploads',
  'review/data-export',
  'listening/files',
  'pipeline/images',
  'pipeline/processing',
  'platform/storage',
  'tests/s3-',
  'tests/threats/counters',
  'tests/threats/media-bytes',
].map((name) => `server/${name}`);
const env = { ...process.env, TEST_STORE: 's3' };
const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...FILES, ...process.argv.slice(2)];
process.exit(spawnSync(node, args, { cwd: root, stdio: 'inherit', env }).status ?? 1);
