import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HelpPage, HelpSection, HelpText } from '@scoville/contract/business/support/help.ts';
import type { Plan } from '@scoville/contract/accounts/plans.ts';
import { PIN } from '@scoville/contract/accounts/settings.ts';
import { markdownHtml } from '../announcements/markdown.ts';
import type { Env } from '../../platform/env.ts';
import type { ReviewFigures } from '../../listening/discovery/statistics.queries.ts';
import { reviewFiguresText } from './review-figures.ts';
import { decimalsOf } from '../billing/provider/money.ts';

/** The texts shipped with the product. */
const OWN = join(import.meta.dirname, 'texts');

/**
 * A help page from its static file: the operator's file in DATA_DIR/help (such as `terms.md`) if there is one,
 * otherwise the shipped one. It is read each time, so that an edit is visible at once. `{{names}}` in it are filled
 * from the configuration, and `{{reviewFigures}}` from the verdicts.
 */
export async function helpText(env: Env, page: HelpPage, figures: ReviewFigures): Promise<HelpText> {
  const markdown = await readFile(join(env.DATA_DIR, 'help', `${page}.md`), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return readFile(join(OWN, `${page}.md`), 'utf8');
    throw error;
  });
  return partsOf(filled(markdown, { ...valuesOf(env), reviewFigures: reviewFiguresText(figures) }));
}

const valuesOf = (env: Env): Record<string, string> => ({
  product: env.PRODUCT_NAME,
  publicUrl: env.PUBLIC_URL,
  promiseHours: String(env.REVIEW_PROMISE_HOURS),
  busyHours: String(env.REVIEW_BUSY_HOURS),
  masterChefItems: String(env.MASTER_CHEF_ITEMS),
  masterChefScore: String(PIN),
  sessionDays: String(env.SESSION_DAYS),
  outboxDays: String(env.OUTBOX_DAYS),
  acceptedFiles: [...new Set(env.PLANS.flatMap(({ limits }) => limits.acceptedFiles))].join(', '),
  order: env.SHUFFLE_PLAYLISTS ? SHUFFLED : ARRANGED,
  newEmail: env.SMTP_URL === null ? NEW_EMAIL_AT_ONCE : NEW_EMAIL_BY_LINK,
  plans: env.PLANS.map(planLine).join('\n'),
  lateReview: lateReviewText(env),
  scores: scoresText(env),
});

const ASKED_BEFORE =
  'Before the time is over, we ask a second reviewer, then all reviewers who may review your music, and then the people who run this site.';
const COMPENSATED =
  'If the verdict is late, you get one upload on top of your plan. If your plan has any number of uploads, other reviewers are asked early for your next submission. You need not ask for it.';
const ASKED_AFTER = 'If the verdict is late, we tell you so, and draw another reviewer.';

const lateReviewText = ({ REVIEW_ESCALATION_SHARE, REVIEW_COMPENSATION }: Env): string =>
  [...(REVIEW_ESCALATION_SHARE > 0 ? [ASKED_BEFORE] : []), REVIEW_COMPENSATION ? COMPENSATED : ASKED_AFTER].join(' ');

const GIVEN =
  'The reviewer gives three scores, for storytelling, execution and the thumbnail art. Your score is their average.';
const READ_TWICE =
  'If it is near 60, 70, 85 or 90, and in some other cases by lot, a second reviewer scores it as well, without knowing that there is a first one. Your score is then the average of both.';
const CORRECTED =
  'Some reviewers score lower than others. We estimate by how many points from all of their scores, and correct yours for that. The page of your song or video shows what the reviewers gave.';

const scoresText = ({ REVIEW_SECOND_MARGIN, REVIEW_SECOND_SHARE, REVIEW_CALIBRATION }: Env): string =>
  [
    GIVEN,
    ...(REVIEW_SECOND_MARGIN > 0 || REVIEW_SECOND_SHARE > 0 ? [READ_TWICE] : []),
    ...(REVIEW_CALIBRATION ? [CORRECTED] : []),
  ].join(' ');

const SHUFFLED =
  'Genres and moods are shuffled at each visit. There, a song of last year has the same chance as one of today.';
const ARRANGED = 'Genres and moods are in the order that the people who run this site give them.';

const NEW_EMAIL_BY_LINK =
  'We mail a link to the new address; you sign in with it once you open that link, within three days. If you had confirmed your former address, it gets a link that takes the change back for seven days: if the change was not yours, that link also signs out every browser, unlinks accounts elsewhere that were linked since or in the seven days before, and lets you choose a new password.';
const NEW_EMAIL_AT_ONCE =
  'You sign in with the new address at once, because this site sends no mail. If the change was not yours, [write to us](/help/contact): for seven days it can be taken back.';

/** Unknown names aren't replaced, so that the author of the text sees them. */
const filled = (markdown: string, values: Record<string, string>): string =>
  markdown.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? all) : all,
  );

function planLine({ displayName, price, currency, limits, perks }: Plan): string {
  const { total, unit, maxFileSizeMB, maxMinutes, maxVideoMinutes } = limits;
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
    price / 10 ** decimalsOf(currency),
  );
  const count = total === null ? 'any number of uploads' : total === 1 ? '1 upload' : `${total} uploads`;
  const parts = [
    unit === 'monthly' ? `${count} a month` : `${count} in all`,
    `files of up to ${maxFileSizeMB} MB`,
    `songs of up to ${maxMinutes} minutes`,
    `videos of up to ${maxVideoMinutes} minutes`,
    ...perks.map((perk) => perk.charAt(0).toLowerCase() + perk.slice(1)),
  ];
  return `- **${displayName}** (${price === 0 ? 'Free' : `${money} a month`}): ${parts.join(', ')}`;
}

/** Splits a text at its headings of the second and third level. */
function partsOf(markdown: string): HelpText {
  // A newline is added in front, so that a heading in the first line has an (empty) introduction before it.
  const [intro = '', ...rest] = `\n${markdown}`.split(/^(?=#{2,3} )/m);
  const ids = new Set<string>();
  const sections = rest.map((part): HelpSection => {
    const [head = '', ...body] = part.split('\n');
    const title = head.replace(/^#+ /, '').trim();
    const id = anchorOf(title, ids);
    ids.add(id);
    return { id, title, level: head.startsWith('###') ? 3 : 2, html: markdownHtml(body.join('\n')) };
  });
  return { intro: markdownHtml(intro), sections };
}

/** Makes an anchor of a heading, unique within the page: "How do I upload?" is `how-do-i-upload`. */
function anchorOf(title: string, taken: ReadonlySet<string>): string {
  const words = title
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  let id = words || 'part';
  for (let n = 2; taken.has(id); n += 1) id = `${words}-${n}`;
  return id;
}
