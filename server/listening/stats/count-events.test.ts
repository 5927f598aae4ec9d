import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Delivered, type Known, type StatEvent, deliveryKey, tallyKey, countEvents } from './count-events.ts';

const START = Date.parse('2026-11-21T12:00:00Z');
const MOST = { ofOne: 24, plays: 1000 };

/** An event this many seconds after noon. */
const eventAt = (seconds: number, changes: Partial<StatEvent> = {}): StatEvent => ({
  title: 'play-media',
  mediaId: 'song',
  musicianId: 'musician',
  userId: null,
  visitor: 'browser',
  network: 'home',
  origin: null,
  heard: null,
  at: new Date(START + seconds * 1000),
  ...changes,
});
/** A song of 100 seconds, all bytes of which were sent to the browser since noon. */
const sent = (changes: Partial<Delivered> = {}): Delivered => ({
  visitor: 'browser',
  mediaId: 'song',
  length: 100,
  bytes: 1000,
  smallest: 1000,
  firstAt: new Date(START),
  countedAt: null,
  ...changes,
});
const knowing = (...deliveries: Delivered[]): Known => ({
  deliveries: new Map(deliveries.map((one) => [deliveryKey(one), one])),
  tallies: new Map(),
});
/** The times of the events that count, in seconds after noon. */
const times = (events: StatEvent[], known: Known, most = MOST, bytesSeen = true) =>
  countEvents(events, known, { most, bytesSeen }).counted.map(({ at }) => (at.getTime() - START) / 1000);

describe('a play', () => {
  it('F3 counts once 5 percent of the bytes of the smallest rendition were sent', () => {
    for (const [bytes, counts] of [
      [0, 0],
      [1, 0],
      [49, 0],
      [50, 1],
    ] as const)
      // prettier-ignore
      expect(times([eventAt(10)], knowing(sent({ bytes })))).toHaveLength(counts);
    expect(times([eventAt(10)], knowing(sent({ bytes: 1, smallest: 0 })))).toHaveLength(1);
    expect(times([eventAt(10)], knowing(sent({ bytes: 0, smallest: 0 })))).toHaveLength(0);
    expect(times([eventAt(10)], knowing())).toHaveLength(0);
    expect(times([eventAt(10, { visitor: 'other' })], knowing(sent()))).toHaveLength(0);
  });

  it('F3 needs no bytes when another program sends the files, only its permission', () => {
    expect(times([eventAt(10)], knowing(sent({ bytes: 1 })), MOST, false)).toHaveLength(1);
    expect(times([eventAt(10)], knowing(sent({ bytes: 0 })), MOST, false)).toHaveLength(0);
  });

  it('counts after the time that 5 percent take, with half a second of tolerance for clocks', () => {
    expect(times([eventAt(4.499)], knowing(sent()))).toEqual([]);
    expect(times([eventAt(4.5)], knowing(sent()))).toEqual([4.5]);
    expect(times([eventAt(0)], knowing(sent({ length: 4 })))).toEqual([0]);
    expect(times([eventAt(0)], knowing(sent({ length: null })))).toEqual([0]);
  });

  it('counts again after half of the length, but after 30 seconds at the soonest', () => {
    const every = (length: number) => {
      const events = Array.from({ length: 70 }, (_, index) => eventAt(40 + index * 10));
      return times(events, knowing(sent({ length })));
    };
    expect(every(600)).toEqual([40, 340, 640]);
    expect(every(20).slice(0, 3)).toEqual([40, 70, 100]);
    // The same with a repeated event after 40 seconds, and each event in a fold of its own.
    const known = knowing(sent({ length: 600 }));
    expect(times([eventAt(40)], known)).toEqual([40]);
    expect(times([eventAt(80)], known)).toEqual([]);
    expect(times([eventAt(339.9)], known)).toEqual([]);
    expect(times([eventAt(340)], known)).toEqual([340]);
  });

  it('counts one listener per account, even if it is signed in in several browsers', () => {
    const known = knowing(sent(), sent({ visitor: 'phone' }));
    const me = { userId: 'me', network: '' };
    expect(times([eventAt(10, me), eventAt(20, { ...me, visitor: 'phone' })], known)).toEqual([10]);
    expect(times([eventAt(70, { ...me, visitor: 'phone' })], known)).toEqual([70]);
  });

  it('counts one listener per browser, even if its user signs in in between', () => {
    expect(times([eventAt(10), eventAt(11, { userId: 'me', network: '' })], knowing(sent()))).toEqual([10]);
  });

  it('F3 counts one media item at a time per listener', () => {
    const songs = Array.from({ length: 5 }, (_, index) => `song ${index}`);
    const known = () => knowing(...songs.map((mediaId) => sent({ mediaId })));
    expect(
      times(
        songs.map((mediaId) => eventAt(10, { mediaId })),
        known(),
      ),
    ).toEqual([10]);
    expect(
      times(
        songs.map((mediaId, index) => eventAt(10 + index * 4.5, { mediaId })),
        known(),
      ),
    ).toHaveLength(5);
    expect(
      times(
        songs.map((mediaId, index) => eventAt(10 + index * 4.4, { mediaId })),
        known(),
      ),
    ).toHaveLength(3);
    const account = { userId: 'me', network: '' };
    expect(
      times(
        songs.map((mediaId) => eventAt(10, { mediaId, ...account })),
        known(),
      ),
    ).toEqual([10]);
  });
});

describe('a household (the visitors of one network)', () => {
  const browsers = Array.from({ length: 40 }, (_, index) => `browser ${index}`);

  it('F3 has a daily maximum of plays of one media item, for all browsers together', () => {
    const known = knowing(...browsers.map((visitor) => sent({ visitor })));
    expect(
      times(
        browsers.map((visitor) => eventAt(10, { visitor })),
        known,
      ),
    ).toHaveLength(24);
    expect(times([eventAt(3600, { visitor: 'browser 39' })], known)).toEqual([]);
    // Other networks, accounts in the same network, and the next day have their own maximum.
    expect(times([eventAt(3600, { visitor: 'browser 39', network: 'next door' })], known)).toEqual([3600]);
    expect(times([eventAt(7200, { visitor: 'browser 39', userId: 'me', network: '' })], known)).toEqual([7200]);
    expect(times([eventAt(13 * 3600, { visitor: 'browser 38' })], known)).toEqual([13 * 3600]);
  });

  it('F3 has a daily maximum of plays of all media together', () => {
    const songs = Array.from({ length: 8 }, (_, index) => `song ${index}`);
    const known = knowing(...songs.flatMap((mediaId) => browsers.map((visitor) => sent({ mediaId, visitor }))));
    const events = songs.flatMap((mediaId, round) =>
      browsers.slice(0, 5).map((visitor) => eventAt(10 + round * 100, { mediaId, visitor })),
    );
    expect(times(events, known, { ofOne: 24, plays: 17 })).toHaveLength(17);
  });

  it('F3 gives a signed-in account the same daily maximum as a network of visitors', () => {
    const known = knowing(sent({ length: 20 }));
    const events = Array.from({ length: 40 }, (_, index) => eventAt(10 + index * 30, { userId: 'me', network: '' }));
    expect(times(events, known)).toHaveLength(24);
  });

  it('F3 gives each account at the same IP address a maximum of its own', () => {
    const people = ['me', 'you'];
    const known = knowing(...people.map((visitor) => sent({ visitor })));
    const plays = people.map((userId) => eventAt(10, { userId, visitor: userId, network: '' }));
    expect(times(plays, known, { ofOne: 1, plays: 1 })).toEqual([10, 10]);
  });

  it('F3 keeps its count when a late event of yesterday arrives', () => {
    const view = (seconds: number, visitor: string) => eventAt(seconds, { title: 'view-media', visitor });
    const tomorrow = 12 * 3600;
    const known = knowing();
    const most = { ofOne: 2, plays: 2 };
    expect(times([view(tomorrow, 'one'), view(tomorrow - 1, 'two')], known, most)).toEqual([tomorrow, tomorrow - 1]);
    expect(times([view(tomorrow, 'three')], known, most)).toEqual([]);
    expect(known.tallies.get(tallyKey({ who: 'network home', title: 'view-media', subject: 'song' }))).toMatchObject({
      day: '2026-11-22',
      n: 2,
      lastAt: eventAt(tomorrow).at,
    });
  });

  it('F3 has a daily maximum of shares and views', () => {
    for (const title of ['share-media', 'share-zone', 'view-zone', 'view-media'] as const) {
      const events = browsers.map((visitor) =>
        eventAt(1, { title, visitor, ...(title.endsWith('zone') && { mediaId: null }) }),
      );
      expect(times(events, knowing())).toHaveLength(24);
    }
  });
});

describe('a view or a share', () => {
  it('counts once a day per browser and per account', () => {
    const view = (seconds: number, changes: Partial<StatEvent> = {}) =>
      eventAt(seconds, { title: 'view-zone', mediaId: null, ...changes });
    const known = knowing();
    expect(times([view(0), view(0), view(5)], known)).toEqual([0]);
    expect(
      times([view(6, { userId: 'me', network: '' }), view(7, { userId: 'me', network: '', visitor: 'phone' })], known),
    ).toEqual([6]);
    expect(times([view(8, { musicianId: 'other' }), view(9, { title: 'share-zone' })], known)).toEqual([8, 9]);
    const tomorrow = 12 * 3600;
    expect(times([view(tomorrow), view(tomorrow + 1)], known)).toEqual([tomorrow]);
    // An event from before midnight that arrives after midnight does not start a new day.
    expect(times([view(tomorrow - 1)], known)).toEqual([]);
  });
});

describe('the returned changes', () => {
  it('contain every tally and browser that changed, and no others', () => {
    const known = knowing(sent(), sent({ visitor: 'idle' }));
    const { tallies, deliveries } = countEvents([eventAt(10), eventAt(11)], known, { most: MOST, bytesSeen: true });
    expect(deliveries).toEqual([sent({ countedAt: eventAt(10).at })]);
    const common = { title: 'play-media', day: '2026-11-21', n: 1, lastAt: eventAt(10).at };
    expect(tallies).toEqual([
      { who: 'browser browser', subject: 'song', ...common },
      { who: 'browser browser', subject: 'all', ...common },
      { who: 'network home', subject: 'song', ...common },
      { who: 'network home', subject: 'all', ...common },
    ]);
    expect([...known.tallies.keys()]).toEqual(tallies.map(tallyKey));
  });

  it('contain a tally of the musician for a view, and no total over everything', () => {
    const { tallies } = countEvents(
      [
        eventAt(10, { title: 'view-zone', mediaId: null }),
        eventAt(11, { title: 'view-zone', mediaId: null, musicianId: null }),
      ],
      knowing(),
      { most: MOST, bytesSeen: true },
    );
    expect(tallies.map(({ who, subject }) => [who, subject])).toEqual([
      ['browser browser', 'musician'],
      ['network home', 'musician'],
      ['browser browser', ''],
      ['network home', ''],
    ]);
  });

  it('do not depend on how events are split into folds', () => {
    const event = fc
      .record({
        title: fc.constantFrom('play-media', 'share-media', 'view-media'),
        seconds: fc.integer({ min: 0, max: 100_000 }),
        mediaId: fc.constantFrom('song', 'tune'),
        visitor: fc.constantFrom('browser', 'phone'),
        userId: fc.constantFrom(null, 'me'),
      })
      .map(({ seconds, ...changes }) => eventAt(seconds, changes as Partial<StatEvent>));
    const known = () =>
      knowing(
        ...['song', 'tune'].flatMap((mediaId) => ['browser', 'phone'].map((visitor) => sent({ mediaId, visitor }))),
      );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), fc.nat(40), (events, cut) => {
        const most = { ofOne: 3, plays: 5 };
        const whole = times(events, known(), most);
        const parts = known();
        expect([...times(events.slice(0, cut), parts, most), ...times(events.slice(cut), parts, most)]).toEqual(whole);
      }),
    );
  });
});
