import { CANDIDATES, NO_SANDBOX, type Sandbox, sandboxesHere } from '../pipeline/ffmpeg/run/sandbox.ts';

/** A name for titles of tests, such as `unshare, own account`. */
function nameOf({ isolation, ownAccount }: Pick<Sandbox, 'isolation' | 'ownAccount'>): string {
  const parts: string[] = [isolation.kind];
  if (isolation.kind === 'none' && !isolation.setpriv) parts.push('no setpriv');
  if (isolation.kind === 'unshare' && isolation.users) parts.push('namespace of users');
  if (ownAccount) parts.push('own account');
  return parts.join(', ');
}

/** The names of all forms that a sandbox can have on any machine. */
export const FORMS: readonly string[] = [...CANDIDATES, NO_SANDBOX].map(nameOf);

/** The forms that this machine supports for a system program, by name. */
export async function formsHere(): Promise<Map<string, Sandbox>> {
  const forms = new Map<string, Sandbox>();
  for await (const sandbox of sandboxesHere([{ program: '/bin/bash', args: ['-c', 'true'] }]))
    forms.set(nameOf(sandbox), sandbox);
  return forms;
}

/** The reason why a form can't be tested here, for a test's `skip`. */
export function lackOf(form: string): string {
  const root = process.getuid?.() === 0;
  if (form.includes('own account') && !root) return `a decoder with ${form} needs root, and this run is not`;
  return `a decoder with ${form} needs namespaces, and this machine does not allow them`;
}
