import { SCREENS } from '@scoville/contract/platform/http/addresses.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import type { Option } from './option.ts';

/** Screens that users don't open by name: they need a mailed link, or are the screen that a search opens anyway. */
const LEFT_OUT = new Set(['/reset', '/search', '/account/unsubscribe']);
const FOR_VISITORS = new Set(['/login', '/signup', '/forgot']);
const FOR_MEMBERS = /^\/(account|logout|messages|notifications|playlists|upload)(\/|$)/;
/** Names for screens whose title equals that of another screen in the list. */
const NAMES: Partial<Record<string, string>> = { [SCREENS.notifications.path]: 'Notification Settings' };

const isOpenTo = (me: Me | null | undefined, path: string): boolean => {
  if (LEFT_OUT.has(path) || path.includes('$')) return false;
  if (FOR_VISITORS.has(path)) return !me;
  if (path.startsWith('/admin')) return me?.role === 'admin';
  if (path === '/review') return me?.isCurator === true || me?.role === 'admin';
  return Boolean(me) || !FOR_MEMBERS.test(path);
};

/**
 * Screens that this viewer may open, and whose titles have words that start with the typed words; all screens if no
 * word is typed.
 */
export function findScreens(me: Me | null | undefined, typed: string): Option[] {
  const typedWords = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return Object.values(SCREENS).flatMap(({ path, title }) => {
    if (title === null || !isOpenTo(me, path)) return [];
    const label = NAMES[path] ?? title;
    const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return typedWords.every((word) => words.some((one) => one.startsWith(word)))
      ? [{ kind: 'screen' as const, label, about: 'Screen', path }]
      : [];
  });
}
