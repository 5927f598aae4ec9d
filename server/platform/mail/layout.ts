import { type ReactElement, type ReactNode, createElement } from 'react';
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Text } from '@react-email/text';
import { BEGIN, END, sentence } from '@scoville/contract/platform/lib/isolated.ts';
import { isLinkLike } from './link-like.ts';
import { DARK, style } from './style.ts';

/** Matches the names in a sentence that `isolated` wrapped in bidi isolates. */
const NAMES = new RegExp(`${BEGIN}([^${END}]*)${END}`);

/**
 * Converts a sentence to markup. Each name that `isolated` wrapped becomes a `<bdi>`, which has its own text direction.
 */
const inMarkup = (child: ReactNode): ReactNode[] =>
  typeof child === 'string'
    ? child.split(NAMES).map((part, index) => (index % 2 === 0 ? part : createElement('bdi', null, part)))
    : [child];

/**
 * A paragraph of our own text, made by the template tag `sentence` if it contains names, which become `<bdi>` elements.
 * React escapes the text.
 */
export const paragraph = (...children: ReactNode[]): ReactElement =>
  createElement(Text, { className: 'text', style: style.text }, ...children.flatMap(inMarkup));

/** A paragraph of a user's text, in either text direction. */
export const writtenParagraph = (words: string): ReactElement =>
  createElement(Text, { className: 'text', dir: 'auto', style: style.text }, words);

/** The first line. Omits a name that mail programs could turn into a link. */
export const greeting = (name: string): ReactElement =>
  paragraph(isLinkLike(name) ? 'Hello,' : sentence`Hello ${name},`);

/** An email address in a paragraph. It is kept on one line if it fits; otherwise it is broken before its domain. */
export function mailAddress(email: string): ReactElement {
  const domain = email.lastIndexOf('@') + 1;
  return createElement(
    'span',
    { style: style.address },
    email.slice(0, domain),
    createElement('wbr'),
    email.slice(domain),
  );
}

/** A user's text as a quotation, with its line breaks. */
export const quotation = (words: string): ReactElement =>
  createElement(
    Text,
    { className: 'text quotation', dir: 'auto', style: style.quotation },
    ...words.split('\n').flatMap((line, index) => (index === 0 ? [line] : [createElement('br'), line])),
  );

/** The button for the mail's main action. */
export const action = (label: string, href: string): ReactElement =>
  createElement(Button, { className: 'action', href, style: style.action }, ...inMarkup(label));

/** A picture with alternative text. The mail must have an attachment of this name in its `pictures`. */
export const picture = (name: string, words: string): ReactElement =>
  createElement('img', { alt: words, src: `cid:${name}`, style: style.picture, width: 504 });

/** Figures side by side, each with its name. */
export const figures = (all: readonly { name: string; value: string }[]): ReactElement =>
  createElement(
    'table',
    { cellPadding: 0, cellSpacing: 0, role: 'presentation', style: style.figures, width: '100%' },
    createElement(
      'tbody',
      null,
      createElement(
        'tr',
        null,
        ...all.map(({ name, value }) =>
          createElement(
            'td',
            { key: name, style: style.figure, width: `${Math.floor(100 / all.length)}%` },
            createElement(Text, { className: 'text', style: style.figureValue }, value),
            createElement(Text, { className: 'muted', style: style.figureName }, name),
          ),
        ),
      ),
    ),
  );

/** Links to turn off an optional kind of mail. */
export interface StopLinks {
  /** The name of the setting that allows such mail, as on the settings screen. */
  setting: string;
  settingsUrl: string;
  unsubscribeUrl: string;
}

interface Frame {
  product: string;
  /** Shown next to the subject before the mail is opened. */
  preview: string;
  heading: string;
  /** Null for mail that no setting turns off; `why` then explains why it was sent. */
  stop?: StopLinks | null;
  why?: string;
}

/** The frame of all our mails: preview, heading, content, and a footer with the sender and the reason. */
export const mailLayout = (
  { product, preview, heading, stop = null, why = 'it concerns your account' }: Frame,
  ...parts: (ReactElement | null)[]
): ReactElement =>
  createElement(
    Html,
    { lang: 'en' },
    createElement(
      Head,
      null,
      createElement('title', null, heading),
      createElement('meta', { name: 'color-scheme', content: 'light dark' }),
      createElement('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      createElement('style', null, DARK),
    ),
    createElement(Preview, null, preview),
    createElement(
      Body,
      { className: 'page', style: style.page },
      createElement(
        Container,
        { style: style.column },
        createElement(
          Text,
          { className: 'text', style: style.sender },
          createElement('span', { className: 'mark', style: style.mark }),
          product,
        ),
        createElement(
          Container,
          { className: 'card', style: style.card },
          createElement(Heading, { as: 'h1', className: 'text', style: style.heading }, ...inMarkup(heading)),
          ...parts,
        ),
        createElement(Hr, { className: 'line', style: style.line }),
        createElement(
          Text,
          { className: 'muted', style: style.footer },
          ...footer(product, stop, why).flatMap(inMarkup),
        ),
      ),
    ),
  );

function footer(product: string, stop: StopLinks | null, why: string): ReactNode[] {
  if (stop === null) return [`Sent by ${product}, because ${why}.`];
  const { setting, settingsUrl, unsubscribeUrl } = stop;
  const link = (label: string, href: string) =>
    createElement(Link, { className: 'muted', href, style: style.footerLink }, label);
  return [
    `Sent by ${product}, because ${setting} is on in your notifications.`,
    createElement('br'),
    link('Change your notifications', settingsUrl),
    createElement('br'),
    link('Unsubscribe', unsubscribeUrl),
  ];
}
