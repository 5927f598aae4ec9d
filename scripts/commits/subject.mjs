const LONGEST = 72;
/** First words that can't be the verb of a command. */
const NO_VERB = /^(a|an|the|what|who|whose|how|when|why|it|this|that|these|there|no|not|all|each|every)$/i;
/** Imperatives that end like another form of a verb. */
const IMPERATIVES = new Set([
  'bring',
  'embed',
  'exceed',
  'feed',
  'need',
  'proceed',
  'seed',
  'shed',
  'speed',
  'string',
  'ring',
]);

/**
 * Why a commit’s subject breaks the rules of CONTRIBUTING.md, or null. Merges and commits that git itself names
 * (`fixup!`, `Revert "…"`) are accepted. Plain JavaScript: git runs it with any version of Node.
 */
export function problemOfSubject(subject) {
  if (/^(Merge |Revert "|fixup! |squash! |amend! )/.test(subject)) return null;
  const [first = ''] = subject.split(/[\s:,]/);
  if (subject === '') return 'The subject is empty. Say in its first line what the commit does.';
  if (subject.length > LONGEST)
    return `The subject has ${subject.length} characters. Keep it to ${LONGEST} and move the rest to the body.`;
  if (subject.endsWith('.')) return 'The subject ends with a full stop. Remove it.';
  if (!/^[A-Z]/.test(first)) return `The subject starts with "${first}". Start it with a capital letter.`;
  const isOtherForm = /(ed|ing)$/i.test(first) && !IMPERATIVES.has(first.toLowerCase());
  if (NO_VERB.test(first) || isOtherForm)
    return `The subject starts with "${first}". Start it with a command, such as Add, Fix or Move.`;
  return null;
}
