import type { EmailSettings } from '@scoville/contract/accounts/users/email-settings.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { showFailure } from '../../platform/lib/fail.ts';
import { meQuery, useSettings } from '../../platform/lib/query.ts';
import { Checkbox } from '../../platform/ui/checkbox.tsx';
import { useEmailSettings } from './notifications.calls.ts';

// In the same chunk, because a chunk of its own would add its address to the first load.
export { InboxScreen } from './inbox.tsx';

const SETTINGS: readonly { name: keyof EmailSettings; label: string; hint: string }[] = [
  { name: 'comments', label: 'Comments', hint: 'Somebody comments on your songs and videos, or replies to you.' },
  { name: 'messages', label: 'Messages', hint: 'Somebody writes to you while you are away.' },
  { name: 'profileUpdates', label: 'Profile updates', hint: 'News from the musicians that you follow.' },
  { name: 'followerUpdates', label: 'Follower updates', hint: 'Somebody follows you.' },
  { name: 'newsletter', label: 'Newsletter', hint: 'Your monthly statistics.' },
  { name: 'curation', label: 'Curation', hint: 'What certified reviewers say about your songs and videos.' },
  { name: 'spotlight', label: 'Spotlight', hint: 'A song or video of yours is featured.' },
  { name: 'none', label: 'None', hint: 'Only what concerns your account itself, such as a new password.' },
];

/** One switch for each kind of notification, on the site and by mail. Every change is saved immediately. */
export function NotificationsScreen() {
  const me = useSuspenseQuery(meQuery()).data;
  return me && <Switches me={me} />;
}

function Switches({ me }: { me: Me }) {
  const { productName } = useSettings();
  const change = useEmailSettings(me);
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6 py-8">
      <header className="flex flex-col gap-2">
        <h1 className="text-head">Notifications</h1>
        <p className="wrap-anywhere text-muted">
          What {productName} tells you here and mails to {me.email}.
        </p>
      </header>
      <fieldset className="flex flex-col divide-y divide-line rounded-cover border border-line bg-surface px-4">
        <legend className="sr-only">E-mail settings</legend>
        {SETTINGS.map(({ name, label, hint }) => (
          <Checkbox
            key={name}
            role="switch"
            aria-checked={me.emailSettings[name]}
            className="py-3"
            label={label}
            hint={hint}
            checked={me.emailSettings[name]}
            onChange={({ target }) =>
              change.mutate({ [name]: target.checked }, { onError: (error) => showFailure(error, productName) })
            }
          />
        ))}
      </fieldset>
      <output className="min-h-6 text-muted">{change.isPending ? 'Saving' : change.isSuccess ? 'Saved' : ''}</output>
    </div>
  );
}
