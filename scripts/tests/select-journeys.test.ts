import { describe, expect, it } from 'vitest';
import { type Sources, closureOf, importsOf } from './imports.ts';
import { addressesIn, endpointsIn, isCallTo, screenFiles, findScreen } from './journey-map.ts';
import { selectJourneys } from './select-journeys.ts';

const route = (screen: string, component: string) =>
  `const x = createRoute({\n  ...screen('${screen}'),\n  component: lazyRouteComponent(code, '${component}'),\n});\n`;
const wide = ['home', 'login', 'signup', 'forgot', 'search', 'browse'] as const;

const TEXTS: Record<string, string> = {
  'contract/ads.ts': "endpoint({ path: '/api/ads/:id' });",
  'contract/values.ts': '',
  'server/ads/ads.routes.ts': "import '@scoville/contract/ads.ts';\nimport './ads.queries.ts';",
  'server/ads/ads.queries.ts': '',
  'server/exports/exports.routes.ts': '',
  'server/shown/shown.routes.ts': "import '@scoville/contract/ads.ts';\nimport './shown.queries.ts';",
  'server/shown/shown.queries.ts': '',
  'server/main.ts': '',
  'web/ads/routes.ts': '',
  'web/pages/all.routes.tsx': [
    route('performances', 'ShowsScreen'),
    route('editMedia', 'EditScreen'),
    route('messages', 'MessagesScreen'),
    route('upload', 'UploadScreen'),
    ...wide.map((name) => route(name, 'WideScreen')),
  ].join(''),
  'web/pages/shows.tsx': "import './show-line.tsx';\nexport function ShowsScreen() {}",
  'web/pages/show-line.tsx': '',
  'web/pages/edit.tsx': 'export const EditScreen = 1;',
  'web/pages/messages.tsx': 'export const MessagesScreen = 1;',
  'web/pages/upload.tsx': 'export const UploadScreen = 1;',
  'web/pages/wide.tsx': "import('../ui/button.tsx');\nexport const WideScreen = 1;",
  'web/ui/button.tsx': '',
  'journeys/other.spec.ts':
    "import './testkit/people.ts';\nget(`/api/ads/${id}`); ['/genres', '/moods', '/login', '/account/performances'];",
  'journeys/ads.spec.ts': "page.goto('/admin/ads');",
  'journeys/edit-media.spec.ts': "page.goto('/favorites');",
  'journeys/shows.spec.ts': "import './testkit/people.ts';\npage.goto('/account/performances'); page.goto('/genres');",
  'journeys/tour.spec.ts': "['/messages', '/upload', '/moods', '/genres', '/favorites', '/login'];",
  'journeys/messages.spec.ts': "page.goto('/messages');",
  'journeys/testkit/people.ts': '',
};
const sources: Sources = {
  texts: new Map(Object.entries(TEXTS)),
  imports: new Map(Object.entries(TEXTS).map(([file, text]) => [file, importsOf(file, text)])),
};
const select = (changed: string[], seconds = 1, budget = 100) => {
  const { journeys, leftOut, core } = selectJourneys(changed, sources, () => seconds, budget);
  return { journeys: [...journeys.keys()], leftOut, core: [...core.keys()] };
};
const only = (...names: string[]) => ({
  journeys: names.map((name) => `journeys/${name}.spec.ts`),
  leftOut: [],
  core: [],
});

describe('the journeys of a changed file', () => {
  it.each([
    ['those with its name', 'web/ads/routes.ts', only('ads')],
    ['those that call its endpoints, and the one with its name', 'server/ads/ads.queries.ts', only('ads', 'other')],
    ['those that call its endpoints', 'server/shown/shown.queries.ts', only('other')],
    ['those that call the endpoints that it defines', 'contract/ads.ts', only('ads', 'other')],
    ['those that open its screen, the one about the screen first', 'web/pages/show-line.tsx', only('shows', 'other')],
    ['those with the name of its screen', 'web/pages/edit.tsx', only('edit-media')],
    ['the changed journey itself', 'journeys/ads.spec.ts', only('ads')],
    ['those that import it', 'journeys/testkit/people.ts', only('other', 'shows')],
    ['none if no journey shows it', 'server/exports/exports.routes.ts', only()],
    ['none if it is a test', 'server/ads/ads.test.ts', only()],
    ['none if it isn’t part of the product', 'docs/map.md', only()],
    ['none if it was removed', 'journeys/removed.spec.ts', only()],
  ])('are %s', (_what, file, expected) => {
    expect(select([file])).toEqual(expected);
  });

  it.each([
    ['many screens import it', 'web/ui/button.tsx'],
    ['no screen imports it', 'contract/values.ts'],
    ['no routes import it', 'server/main.ts'],
    ['all journeys need it', 'package-lock.json'],
  ])('are the core journeys if %s', (_what, file) => {
    expect(select([file])).toEqual({ journeys: [], leftOut: [], core: [file] });
  });

  it('are chosen with their reasons', () => {
    const { journeys } = selectJourneys(['web/ads/routes.ts', 'web/pages/shows.tsx'], sources, () => 1, 100);
    expect([...journeys]).toEqual([
      ['journeys/ads.spec.ts', ['has the name of ads']],
      ['journeys/shows.spec.ts', ['opens the screen performances']],
      ['journeys/other.spec.ts', ['opens the screen performances']],
    ]);
  });
});

describe('the time for journeys', () => {
  it('leaves out the least specific ones', () => {
    expect(select(['web/ads/routes.ts', 'web/pages/shows.tsx'], 40, 100)).toEqual({
      journeys: ['journeys/ads.spec.ts', 'journeys/shows.spec.ts'],
      leftOut: ['journeys/other.spec.ts'],
      core: [],
    });
  });

  it('is enough for the most specific one, however long that takes', () => {
    expect(select(['web/pages/shows.tsx'], 1000, 100).journeys).toEqual(['journeys/shows.spec.ts']);
  });

  it('leaves out a journey that opens the screen in passing, unless it is the only one', () => {
    expect(select(['web/pages/messages.tsx'])).toMatchObject({
      journeys: ['journeys/messages.spec.ts'],
      leftOut: ['journeys/tour.spec.ts'],
    });
    expect(select(['web/pages/upload.tsx'])).toEqual(only('tour'));
  });

  it('does not limit those that were changed', () => {
    const all = ['journeys/ads.spec.ts', 'journeys/shows.spec.ts', 'journeys/other.spec.ts'];
    expect(select(all, 1000, 100).journeys).toEqual(all);
  });
});

describe('addresses', () => {
  it.each([
    ["page.goto('/account/media')", ['/account/media']],
    ['page.goto(`/${owner}/${song}?x=1`)', ['/$/$']],
    ['page.goto(`${empty.url}/genres/soul`)', ['/genres/soul']],
    ["const half = 1 / 2; // '/'", ['/']],
  ])('are found in %s', (text, expected) => {
    expect(addressesIn(text)).toEqual(expected);
  });

  it.each([
    ['/', 'home'],
    ['/account/media', 'ownMedia'],
    ['/account/media/edit/$', 'editMedia'],
    ['/$', 'profile'],
    ['/$/$', 'profileItem'],
    ['/api/ads/$', null],
  ])('%s belongs to the screen %s', (address, screen) => {
    expect(findScreen(address)).toBe(screen);
  });

  it.each([
    ['/api/ads/$', true],
    ['/api/ads/first', true],
    ['/api/ads', false],
    ['/api/ads/$/clip', false],
  ])('%s calls the endpoint: %s', (address, expected) => {
    expect(isCallTo(address, endpointsIn(TEXTS['contract/ads.ts']!)[0]!)).toBe(expected);
  });
});

it('the files of a screen are its component and everything that it imports', () => {
  const files = screenFiles(sources);
  expect([...files.get('performances')!].toSorted()).toEqual(['web/pages/show-line.tsx', 'web/pages/shows.tsx']);
  expect(files.get('home')!.has('web/ui/button.tsx')).toBe(true);
});

it('following imports in a circle ends', () => {
  const circle = {
    texts: new Map(),
    imports: new Map([
      ['a', ['b']],
      ['b', ['a']],
    ]),
  };
  expect([...closureOf(circle, ['a'])].toSorted()).toEqual(['a', 'b']);
});
