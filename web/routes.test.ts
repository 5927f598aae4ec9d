import { RESERVED, SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import { isRedirect } from '@tanstack/react-router';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { findScreens } from './listening/discovery/find-screens.ts';
import { requireAdmin, requireCurator, requireAccount } from './platform/lib/guards.ts';
import { routeTree } from './routes.tsx';
import { usersRoutes } from './community/profiles/profiles.routes.tsx';

/** The router's data about a route; its types only give access by the route's literal address. */
interface Known {
  options: { path: string; staticData: { title?: string }; beforeLoad?: (context: object) => unknown };
}
const routes = Object.values(routeTree.children ?? {}) as unknown as Known[];

describe('the routes', () => {
  it('match the screens in the table of addresses, with their titles', () => {
    const here = routes.map(({ options }) => [options.path, options.staticData.title ?? null]);
    expect(here.toSorted()).toEqual(
      Object.values(SCREENS)
        .map(({ path, title }) => [path, title])
        .toSorted(),
    );
  });

  it('RT-10 have a title each, except screens named after their content, and redirects', () => {
    const untitled = routes.flatMap(({ options }) => (options.staticData.title ? [] : [options.path]));
    expect(untitled.toSorted()).toEqual([
      '/$name',
      '/$name/$item',
      '/$name/$type/$mediaId',
      '/$name/albums/$albumId',
      '/account',
      '/admin',
      '/genres/$genre',
      '/help',
      '/moods/$mood',
      '/playlists/$playlistId',
    ]);
  });

  /** Repeats the guards on purpose, so that opening a screen to other roles requires a change here, too. */
  it('RT-05 RT-22 RT-25 RT-26 RT-27 RT-28 RT-29 RT-30 RT-31 RT-33 RT-34 RT-35 RT-36 RT-46 RT-47 have the right guards', () => {
    const guardedBy = (guard: unknown) =>
      routes
        .filter(({ options }) => options.beforeLoad === guard)
        .map(({ options }) => options.path)
        .toSorted();
    expect(guardedBy(requireAccount)).toEqual([
      '/account/delete',
      '/account/media',
      '/account/media/edit/$id',
      '/account/notifications',
      '/account/overview',
      '/account/performances',
      '/account/profile',
      '/account/subscription',
      '/messages',
      '/messages/$userId',
      '/notifications',
      '/playlists',
      '/upload',
    ]);
    expect(guardedBy(requireCurator)).toEqual(['/review']);
    expect(guardedBy(requireAdmin)).toEqual([
      '/admin/ads',
      '/admin/audit',
      '/admin/health',
      '/admin/mail',
      '/admin/media',
      '/admin/reports',
      '/admin/reviews',
      '/admin/subscriptions',
      '/admin/system-message',
      '/admin/users',
    ]);
  });

  it('e7 redirect Home from every reserved word in the place of a musician’s name', () => {
    for (const word of RESERVED)
      for (const { options } of usersRoutes as unknown as Known[]) {
        const enter = (context: object) => options.beforeLoad?.(context);
        const left = catchOf(() => enter({ params: { name: word, item: 'songs', type: 'songs', mediaId: 'x' } }));
        expect(isRedirect(left) && left.options.to, `${word} at ${options.path}`).toBe('/');
        expect(
          catchOf(() => enter({ params: { name: 'juno7', type: 'songs' } })),
          word,
        ).toBeNull();
      }
  });
});

describe('the screens that can be found by name', () => {
  const member = { role: 'user', isCurator: false } as Me;
  const guardOf = (path: string) => routes.find(({ options }) => options.path === path)?.options.beforeLoad;
  const offered = (me: Me | null) => findScreens(me, '').map(({ path }) => path);

  it('include only screens that the viewer may open', () => {
    const closedTo = (me: Me | null, guards: readonly unknown[]) =>
      offered(me).filter((path) => guards.includes(guardOf(path)));
    expect(closedTo(null, [requireAccount, requireCurator, requireAdmin])).toEqual([]);
    expect(closedTo(member, [requireCurator, requireAdmin])).toEqual([]);
    expect(closedTo({ ...member, isCurator: true }, [requireAdmin])).toEqual([]);
    expect(offered(member)).toContain(SCREENS.inbox.path);
    expect(offered({ ...member, role: 'admin' })).toContain(SCREENS.adminAudit.path);
  });

  it('have unique names, by which they are found', () => {
    for (const me of [null, member, { ...member, role: 'admin' as const }]) {
      const labels = findScreens(me, '').map(({ label }) => label);
      expect(labels).toEqual([...new Set(labels)]);
    }
    expect(findScreens(member, 'notif').map(({ path }) => path)).toEqual([
      SCREENS.notifications.path,
      SCREENS.inbox.path,
    ]);
    expect(findScreens(member, 'notif sett').map(({ label }) => label)).toEqual(['Notification Settings']);
  });
});

describe('the screens named by the server’s pages', () => {
  const root = join(import.meta.dirname, '..');
  const found = (pattern: string, what: RegExp): string[] =>
    globSync(pattern, { cwd: root }).flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(what)].map(([, name = '']) => name),
    );

  it('are files of screens that a route loads, because the server preloads their scripts by these names', () => {
    const named = found('server/**/*.pages.ts', /\bscreen: (.+?),?$/gm);
    expect(named.length).toBeGreaterThan(6);
    const loaded = globSync('web/*/*/*.routes.tsx', { cwd: root }).flatMap((file) =>
      found(file, /\bimport\('([^']+)'\)/g).map((one) => `'${relative('web', join(dirname(file), one))}'`),
    );
    expect(named.filter((name) => !loaded.includes(name))).toEqual([]);
    const files = globSync('web/*/*/*-screen.tsx', { cwd: root }).map((file) => `'${file.replace(/^web./, '')}'`);
    expect(named.filter((name) => !files.includes(name))).toEqual([]);
  });
});

it('screen files export only components, because other exports prevent hot replacement during development', () => {
  const root = import.meta.dirname;
  const others = globSync('*/**/*-screen.tsx', { cwd: root, exclude: ['node_modules'] }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/^export (?!type |interface )(.*)/gm)]
      .filter(([, what = '']) => !/^(function|const) [A-Z]|^\{ [A-Z]/.test(what))
      .map(([line]) => `${file}: ${line}`),
  );
  expect(others).toEqual([]);
});

function catchOf(act: () => unknown): unknown {
  try {
    act();
    return null;
  } catch (thrown) {
    return thrown;
  }
}
