// `node scripts/commits/check-message.mjs FILE` checks the message of a commit, as git’s hook `commit-msg` hands it over.
import { readFileSync } from 'node:fs';
import { problemOfSubject } from './subject.mjs';

const lines = readFileSync(process.argv[2], 'utf8').split('\n');
// Git removes comments and leading empty lines after the hook has run.
const subject = lines.find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
const problem = problemOfSubject(subject.trim());
if (problem !== null) {
  console.error(problem);
  process.exitCode = 1;
}
