import type { ReactElement } from 'react';
import { sentence } from '@scoville/contract/platform/lib/isolated.ts';
import type { ReportSubject } from '@scoville/contract/community/reports/report-state.ts';
import { action, greeting, mailLayout, paragraph, quotation } from '../../platform/mail/layout.ts';

/** Outcomes of a decision in mails. */
export type Outcome = 'dismissed' | 'warned' | 'removed' | 'suspended' | 'reinstated' | 'upheld';

interface Told {
  product: string;
  name: string;
  kind: ReportSubject;
  /** Title of the reported item, such as of a song; null if it would reveal the reporter. */
  title: string | null;
  outcome: Outcome;
  /** In the administrator's words. */
  reason: string;
}

const NOUNS = {
  media: 'song or video',
  comment: 'comment',
  user: 'profile',
  message: 'message',
} as const satisfies Record<ReportSubject, string>;

const FOR_REPORTER = {
  dismissed: 'We found nothing that is against the rules, so it stays as it is.',
  warned: 'Its owner was warned.',
  removed: 'It was removed.',
  suspended: 'Its owner’s account was suspended.',
  reinstated: 'It was looked at again, and is shown again.',
  upheld: 'Its owner objected. It was looked at again, and stays removed.',
} as const satisfies Record<Outcome, string>;

/** The decision in the words for the reporter. An account has no owner, so its text differs. */
export function decisionText(kind: ReportSubject, outcome: Outcome): string {
  if (kind === 'user' && outcome === 'warned') return 'The account was warned.';
  if (kind === 'user' && outcome === 'suspended') return 'The account was suspended.';
  return FOR_REPORTER[outcome];
}

/** The mail to a reporter about the decision. */
export function reportDecidedMail({ product, name, kind, title, outcome, reason }: Told): ReactElement {
  return mailLayout(
    { product, preview: decisionText(kind, outcome), heading: 'Your report was reviewed' },
    greeting(name),
    paragraph(
      title === null
        ? `You reported a ${NOUNS[kind]}. Thank you.`
        : sentence`You reported this ${NOUNS[kind]}: “${title}”. Thank you.`,
    ),
    paragraph(decisionText(kind, outcome)),
    quotation(reason),
    paragraph('The owner is not told who reported it.'),
  );
}

export const HEADINGS = {
  dismissed: 'A report was dismissed',
  warned: 'A warning',
  removed: 'Your content was removed',
  suspended: 'Your account is suspended',
  reinstated: 'Your song or video is back',
  upheld: 'Your song or video stays removed',
} as const satisfies Record<Outcome, string>;

const FOR_REPORTED = {
  dismissed: 'We found nothing that is against the rules, so nothing changes. You need not do anything.',
  warned: 'It is against our rules. Nothing else happens this time; please do not repeat it.',
  removed: 'It is against our rules, so it was removed.',
  suspended: 'It is against our rules, so your account was suspended. Another email says until when.',
  reinstated: 'We looked at it again. It is where it was before.',
  upheld: 'We read what you wrote and looked at it again. It stays removed.',
} as const satisfies Record<Outcome, string>;

/** The mail to the reported user. It never names the reporter. */
export function reportedMail(mail: Told & { ownUrl: string | null; contactUrl: string }): ReactElement {
  const { product, name, kind, title, outcome, reason, ownUrl, contactUrl } = mail;
  const what =
    title === null
      ? `a ${NOUNS[kind]} of yours`
      : kind === 'user'
        ? 'your profile'
        : sentence`your ${NOUNS[kind]} “${title}”`;
  return mailLayout(
    { product, preview: FOR_REPORTED[outcome], heading: HEADINGS[outcome] },
    greeting(name),
    paragraph(
      outcome === 'reinstated' || outcome === 'upheld'
        ? `This is about ${what}.`
        : `${what.charAt(0).toUpperCase()}${what.slice(1)} was reported to us.`,
    ),
    paragraph(FOR_REPORTED[outcome]),
    quotation(reason),
    ...(ownUrl === null
      ? [paragraph('If you think that this is a mistake, write to us:'), action('Write to us', contactUrl)]
      : [
          paragraph('Its files are kept. If you think that this is a mistake, say why on its page:'),
          action('Open its page', ownUrl),
        ]),
  );
}
