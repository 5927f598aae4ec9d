import { type Element, LANGUAGE, type Report, all, attribute, checkAddress, textIn } from './feed-elements.ts';

const UUID_5 = /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const MIME = /^[a-z]+\/[\w.+-]+$/;
const MEDIUMS = [
  'podcast',
  'music',
  'video',
  'film',
  'audiobook',
  'newsletter',
  'blog',
  'publisher',
  'course',
  'mixed',
];
const TRANSCRIPTS = [
  'text/plain',
  'text/html',
  'text/vtt',
  'text/srt',
  'application/srt',
  'application/x-subrip',
  'application/json',
];
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * The elements of the podcast namespace 1.0 (github.com/Podcastindex-org/podcast-namespace, docs/1.0.md and docs/tags).
 * Each has its possible parents, whether it may occur only once, and a check of its content.
 */
const PODCAST: Record<string, { in: readonly string[]; once: boolean; check: (of: Element, report: Report) => void }> =
  {
    guid: {
      in: ['channel'],
      once: true,
      check: (of, report) => UUID_5.test(textIn(of)) || report('is no UUID of version 5'),
    },
    locked: {
      in: ['channel'],
      once: true,
      check(of, report) {
        if (!['yes', 'no'].includes(textIn(of))) report('is neither yes nor no');
        const owner = attribute(of, 'owner');
        if (owner !== null && !EMAIL.test(owner)) report('has an owner that is no email address');
      },
    },
    medium: {
      in: ['channel'],
      once: true,
      // The medium of a list is another medium's name followed by L.
      check: (of, report) =>
        MEDIUMS.some((medium) => [medium, `${medium}L`].includes(textIn(of))) ||
        report('is not in the list of mediums'),
    },
    person: {
      in: ['channel', 'item'],
      once: false,
      check(of, report) {
        if (textIn(of).trim() === '') report('has no name');
        if ([...textIn(of)].length > 128) report('is longer than 128 characters');
        for (const name of ['href', 'img']) checkAddress(attribute(of, name), `has in ${name}`, report);
      },
    },
    transcript: {
      in: ['item'],
      once: false,
      check(of, report) {
        if (attribute(of, 'url') === null) report('has no url');
        checkAddress(attribute(of, 'url'), 'has in url', report);
        if (!TRANSCRIPTS.includes(attribute(of, 'type') ?? '')) report('has a type that is not for transcripts');
        const language = attribute(of, 'language');
        if (language !== null && !LANGUAGE.test(language)) report('has a language that is none');
        if (![null, 'captions'].includes(attribute(of, 'rel'))) report('has another rel than captions');
      },
    },
    alternateEnclosure: {
      in: ['item'],
      once: false,
      check(of, report) {
        if (!MIME.test(attribute(of, 'type') ?? '')) report('has no type');
        if (!/^[1-9]\d*$/.test(attribute(of, 'length') ?? '')) report('has no length in bytes');
        const bitrate = attribute(of, 'bitrate');
        if (bitrate !== null && !(Number(bitrate) > 0)) report('has a bitrate that is no number');
        const sources = all(of, 'podcast:source');
        if (sources.length === 0) report('has no source');
        for (const source of sources) {
          if (attribute(source, 'uri') === null) report('has a source without uri');
          checkAddress(attribute(source, 'uri'), 'has in a source', report);
        }
      },
    },
  };

/** Reports faults against the podcast namespace in a channel or an item. */
export function checkPodcastTags(of: Element, parent: 'channel' | 'item', report: Report): void {
  for (const name of Object.keys(of).filter((key) => key.startsWith('podcast:'))) {
    const rule = PODCAST[name.slice('podcast:'.length)];
    if (rule === undefined) {
      report(`has a <${name}>, for which this test has no rule`);
      continue;
    }
    const found = all(of, name);
    if (!rule.in.includes(parent)) report(`has a <${name}>, which belongs into ${rule.in.join(' or ')}`);
    if (rule.once && found.length > 1) report(`has ${found.length} <${name}>`);
    for (const element of found) rule.check(element, (fault) => report(`has a <${name}> that ${fault}`));
  }
}
