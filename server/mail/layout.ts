import { type ReactElement, type ReactNode, createElement } from 'react';
import { Body, Button, Container, Head, Heading, Hr, Html, Preview, Text } from '@react-email/components';

const text = { color: '#1f1612', fontSize: '15px', lineHeight: '24px', margin: '0 0 16px' };

/** A paragraph; text is escaped by React. */
export const paragraph = (...children: ReactNode[]): ReactElement => createElement(Text, { style: text }, ...children);

/** Somebody's own words, set apart; line breaks stay. */
export const quotation = (words: string): ReactElement =>
  createElement(
    Text,
    {
      style: { ...text, borderLeft: '3px solid #c2410c', paddingLeft: '12px', whiteSpace: 'pre-line' },
    },
    words,
  );

/** The one thing to do next. */
export const action = (label: string, href: string): ReactElement =>
  createElement(
    Button,
    {
      href,
      style: {
        backgroundColor: '#c2410c',
        color: '#ffffff',
        borderRadius: '12px',
        padding: '12px 20px',
        fontSize: '15px',
        fontWeight: 650,
      },
    },
    label,
  );

/** The frame of every mail of ours: what it says before it is opened, a heading, its parts, who sent it. */
export const mailLayout = (
  { product, preview, heading }: { product: string; preview: string; heading: string },
  ...parts: (ReactElement | null)[]
): ReactElement =>
  createElement(
    Html,
    { lang: 'en' },
    createElement(Head),
    createElement(Preview, null, preview),
    createElement(
      Body,
      { style: { backgroundColor: '#fdf8f2', fontFamily: 'system-ui, -apple-system, Segoe UI, sans-serif' } },
      createElement(
        Container,
        { style: { backgroundColor: '#ffffff', borderRadius: '14px', padding: '32px', maxWidth: '560px' } },
        createElement(
          Heading,
          { as: 'h1', style: { color: '#1f1612', fontSize: '24px', lineHeight: '30px', margin: '0 0 20px' } },
          heading,
        ),
        ...parts,
        createElement(Hr, { style: { borderColor: '#e4d5c5', margin: '28px 0 16px' } }),
        createElement(Text, { style: { color: '#6b5a4d', fontSize: '13px', margin: 0 } }, `Sent by ${product}.`),
      ),
    ),
  );
