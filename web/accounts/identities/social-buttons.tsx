import { useSettings } from '../../platform/lib/query.ts';
import { buttonClass } from '../../platform/ui/button.tsx';
import { ProviderIcon } from './provider-icon.tsx';

/**
 * The sign-in providers of this installation, below a form with the same purpose. Renders nothing if there are none.
 */
export function SocialButtons() {
  const { providers } = useSettings().signIn;
  if (providers.length === 0) return null;
  return (
    <section aria-label="Other ways to sign in" className="flex flex-col gap-3">
      <p className="flex items-center gap-4 text-caption text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      {providers.map(({ name, label }) => (
        // A plain link that leaves the page, because the router doesn't handle this address.
        <a key={name} href={`/auth/${name}`} className={buttonClass('outline', 'large')}>
          <ProviderIcon name={name} />
          Continue with {label}
        </a>
      ))}
    </section>
  );
}
