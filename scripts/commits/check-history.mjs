// `node scripts/commits/check-history.mjs` checks the subjects of all commits since the rule exists. Older ones stay as
// they are, because rewriting the history would change every commit’s name.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { problemOfSubject } from './subject.mjs';

const SINCE = '2026-11-30T18:00:00Z';
const command = ['log', `--since=${SINCE}`, '--no-merges', '--format=%h %s'];
// A copy without git, such as an archive, has no history to check.
const log = existsSync('.git') ? execFileSync('git', command, { encoding: 'utf8' }) : '';
const broken = log.split('\n').flatMap((line) => {
  const [name = '', subject = ''] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
  const problem = line === '' ? null : problemOfSubject(subject);
  return problem === null ? [] : [`${name} ${subject}\n  ${problem}`];
});
for (const one of broken) console.error(one);
process.exitCode = broken.length > 0 ? 1 : 0;
