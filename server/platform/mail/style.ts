import type { CSSProperties } from 'react';

const FONT = "'Instrument Sans', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";
const DISPLAY = `'Bricolage Grotesque', ${FONT}`;

/**
 * The light tokens of the visual identity, for every mail program. They are set on each element, because some programs
 * require that.
 */
const LIGHT = {
  page: '#fdf8f2',
  card: '#ffffff',
  line: '#e4d5c5',
  text: '#1f1612',
  muted: '#6b5a4d',
  ember: '#c2410c',
  emberInk: '#ffffff',
};

const text: CSSProperties = {
  color: LIGHT.text,
  fontSize: '15px',
  lineHeight: '24px',
  margin: '0 0 16px',
  overflowWrap: 'anywhere',
};
const footer: CSSProperties = { color: LIGHT.muted, fontSize: '13px', lineHeight: '20px', margin: 0 };

export const style = {
  page: { backgroundColor: LIGHT.page, fontFamily: FONT, margin: 0, padding: '24px 12px' },
  column: { maxWidth: '560px' },
  sender: {
    ...text,
    fontFamily: DISPLAY,
    fontSize: '20px',
    fontWeight: 700,
    letterSpacing: '-0.02em',
    margin: '0 0 16px 4px',
  },
  mark: {
    backgroundColor: LIGHT.ember,
    borderRadius: '45% 30% 60% 70%',
    display: 'inline-block',
    height: '16px',
    marginRight: '8px',
    verticalAlign: '-1px',
    width: '16px',
  },
  card: {
    backgroundColor: LIGHT.card,
    border: `1px solid ${LIGHT.line}`,
    borderCollapse: 'separate',
    borderRadius: '14px',
    maxWidth: '560px',
    padding: '28px 28px 12px',
  },
  heading: {
    color: LIGHT.text,
    fontFamily: DISPLAY,
    fontSize: '26px',
    fontWeight: 650,
    letterSpacing: '-0.025em',
    lineHeight: '31px',
    margin: '0 0 20px',
    overflowWrap: 'anywhere',
  },
  text,
  address: { display: 'inline-block', maxWidth: '100%' },
  quotation: { ...text, borderLeft: `3px solid ${LIGHT.line}`, paddingLeft: '14px' },
  action: {
    backgroundColor: LIGHT.ember,
    borderRadius: '12px',
    color: LIGHT.emberInk,
    fontSize: '15px',
    fontWeight: 650,
    margin: '4px 0 20px',
    padding: '12px 20px',
  },
  picture: { display: 'block', height: 'auto', margin: '4px 0 20px', maxWidth: '100%', width: '100%' },
  figures: { margin: '4px 0 16px' },
  figure: { paddingRight: '12px', verticalAlign: 'top' },
  figureValue: {
    ...text,
    fontFamily: DISPLAY,
    fontSize: '26px',
    fontWeight: 650,
    letterSpacing: '-0.02em',
    lineHeight: '30px',
    margin: 0,
    // Numbers aren't broken; their column grows instead.
    overflowWrap: 'normal',
  },
  figureName: { ...footer },
  line: { borderColor: LIGHT.line, margin: '24px 4px 14px', width: 'auto' },
  footer: { ...footer, margin: '0 4px' },
  footerLink: { ...footer, textDecoration: 'underline' },
} satisfies Record<string, CSSProperties>;

/** The dark tokens, for mail programs that report a dark mode. */
export const DARK = `
@media (prefers-color-scheme: dark) {
  .page, .page > table > tbody > tr > td { background-color: #16110e !important; }
  .card { background-color: #1f1814 !important; border-color: #3b2f27 !important; }
  .text { color: #f8efe6 !important; }
  .muted { color: #bba999 !important; }
  .line, .quotation { border-color: #3b2f27 !important; }
  .mark { background-color: #ff6a2b !important; }
  .action { background-color: #ff6a2b !important; color: #1c0d05 !important; }
  .action span { color: #1c0d05 !important; }
}`;
