import type { ReactElement } from 'react';
import { isolated, sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { BAND_LABELS, type Band } from '@scoville/contract/catalogue/media/scores.ts';
import { type StopLinks, action, greeting, mailLayout, paragraph, quotation } from '../../platform/mail/layout.ts';

export interface VerdictMail {
  product: string;
  musician: string;
  title: string;
  band: Band;
  /** Null when rejected, because only reviewers may see the score of a rejected song or video. */
  score: number | null;
  /** The reviewer's comment or reason. */
  words: string | null;
  genre: string | null;
  mood: string | null;
  mediaUrl: string;
  stop: StopLinks;
}

/** The mail to an owner about a verdict. */
export function verdictMail(mail: VerdictMail): ReactElement {
  const { product, musician, title, band, score, words, genre, mood, mediaUrl, stop } = mail;
  const approved = score !== null;
  const label = BAND_LABELS[band];
  return mailLayout(
    {
      product,
      preview: approved ? `${label}: ${score} out of 100` : sentence`The verdict on ${title}`,
      stop,
      heading: approved ? sentence`${title} was approved` : sentence`${title} was not approved`,
    },
    greeting(musician),
    approved
      ? paragraph(sentence`A certified reviewer listened to “${title}”: ${score} out of 100, ${label}.`)
      : paragraph(
          sentence`A certified reviewer listened to “${title}”: ${label}. It stays published and can be played.`,
        ),
    approved ? placement(genre, mood) : null,
    words === null || words === '' ? null : paragraph('The reviewer writes:'),
    words === null || words === '' ? null : quotation(words),
    action('Open its page', mediaUrl),
  );
}

function placement(genre: string | null, mood: string | null): ReactElement | null {
  const places = [genre, mood].filter((place) => place !== null);
  return places.length === 0 ? null : paragraph(`You can now find it in ${places.map(isolated).join(' and ')}.`);
}
