import { describe, expect, it } from 'vitest';
import { type FeatureViewer, isAnnouncedTo, isBot } from './features.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const from = '2026-11-20T00:00:00Z';
const old = '2026-01-01T00:00:00.000Z';
const as = (more: Partial<FeatureViewer> = {}): FeatureViewer => ({
  _type: 'Listener',
  isCurator: false,
  role: 'user',
  createdOn: old,
  ...more,
});

describe('isAnnouncedTo', () => {
  it.each([
    ['everybody', null, 'show'],
    ['everybody', as(), 'show'],
    ['visitors', null, 'show'],
    ['visitors', as(), 'no'],
    ['members', null, 'no'],
    ['members', as(), 'show'],
    ['musicians', as(), 'no'],
    ['musicians', as({ _type: 'Musician' }), 'show'],
    ['reviewers', as(), 'no'],
    ['reviewers', as({ isCurator: true }), 'show'],
    ['reviewers', as({ role: 'admin' }), 'show'],
    ['administrators', as({ isCurator: true }), 'no'],
    ['administrators', as({ role: 'admin' }), 'show'],
    ['administrators', null, 'no'],
  ] as const)('for %s and the viewer %o returns %s', (audience, viewer, expected) => {
    expect(isAnnouncedTo({ from, audience }, viewer, NOW)).toBe(expected);
  });

  it('returns no before the start, and skips accounts created after it', () => {
    expect(isAnnouncedTo({ from: '2026-11-23T00:00:00Z', audience: 'everybody' }, null, NOW)).toBe('no');
    const young = as({ createdOn: '2026-11-21T00:00:00.000Z' });
    expect(isAnnouncedTo({ from, audience: 'everybody' }, young, NOW)).toBe('skip');
    expect(isAnnouncedTo({ from, audience: 'administrators' }, young, NOW)).toBe('no');
  });

  it('WN-07 programs that identify themselves as bots are recognized', () => {
    for (const bot of [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Mozilla/5.0 (compatible; bingbot/2.0)',
      'facebookexternalhit/1.1',
      'Mozilla/5.0 (compatible; YandexBot/3.0)',
    ])
      expect(isBot(bot)).toBe(true);
    for (const person of [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    ])
      expect(isBot(person)).toBe(false);
  });
});
