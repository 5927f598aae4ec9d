import { type Sandbox, sandboxesHere } from '../ffmpeg/run/sandbox.ts';
import type { Walls } from '../ffmpeg/run/isolation.ts';

/** A name for tests: `bubblewrap, own account`. */
function nameOf({ walls, ownAccount }: Pick<Sandbox, 'walls' | 'ownAccount'>): string {
  const parts: string[] = [walls.kind];
  if (walls.kind === 'none' && !walls.setpriv) parts.push('no setpriv');
  if (walls.kind === 'namespaces' && !walls.processes) parts.push('shared processes');
  if (walls.kind !== 'none' && walls.users) parts.push('namespace of users');
  if (ownAccount) parts.push('own account');
  return parts.join(', ');
}

const walled: Walls[] = [true, false].flatMap((users): Walls[] => [
  { kind: 'bubblewrap', users },
  { kind: 'unshare', users },
  { kind: 'namespaces', users, processes: true },
  { kind: 'namespaces', users, processes: false },
]);

/** The name of every form that a sandbox may have on some machine. */
export const FORMS: readonly string[] = [
  ...walled.map((walls) => nameOf({ walls, ownAccount: walls.kind !== 'none' && !walls.users })),
  nameOf({ walls: { kind: 'none', setpriv: true }, ownAccount: true }),
  nameOf({ walls: { kind: 'none', setpriv: true }, ownAccount: false }),
  nameOf({ walls: { kind: 'none', setpriv: false }, ownAccount: false }),
];

/** Those that this machine has for a program of the system, by their names. */
export async function formsHere(): Promise<Map<string, Sandbox>> {
  const forms = new Map<string, Sandbox>();
  for await (const sandbox of sandboxesHere([{ program: '/bin/bash', args: ['-c', 'true'] }]))
    forms.set(nameOf(sandbox), sandbox);
  return forms;
}

/** Why a test of a form cannot run here; goes with the form into a test's `skip`. */
export function lackOf(form: string): string {
  const root = process.getuid?.() === 0;
  if (form.includes('own account') && !root) return `a decoder with ${form} needs root, and this run is not`;
  if (form.startsWith('bubblewrap'))
    return `a decoder with ${form} needs bubblewrap, and it is not there or not allowed`;
  return `a decoder with ${form} needs namespaces, and this machine does not allow them`;
}
