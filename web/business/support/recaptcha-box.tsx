import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { FieldError } from '../../platform/ui/field.tsx';

interface Recaptcha {
  ready: (then: () => void) => void;
  render: (
    place: HTMLElement,
    options: { sitekey: string; theme: string; callback: (response: string) => void; 'expired-callback': () => void },
  ) => number;
}
declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

export interface RecaptchaBoxProps {
  siteKey: string;
  /** The address of reCAPTCHA's scripts (RECAPTCHA_URL). */
  address: string;
  onSolved: (response: string) => void;
  error?: string | undefined;
  onDismissError?: (() => void) | undefined;
}

let script: Promise<Recaptcha> | null = null;

/** Loads Google's script, once, and only if the box is shown. */
function loadScript(address: string): Promise<Recaptcha> {
  script ??= new Promise<Recaptcha>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = `${address}api.js?render=explicit`;
    element.async = true;
    element.addEventListener('load', () => {
      const { grecaptcha } = window;
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new Error('The script brought no captcha.'));
    });
    element.addEventListener('error', () => reject(new Error('The script could not be loaded.')));
    document.head.append(element);
  }).catch((error: unknown) => {
    script = null;
    throw error;
  });
  return script;
}

function isDark(): boolean {
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  return scheme === 'light dark' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark';
}

/** reCAPTCHA's own box, for installations that have it configured. */
export function RecaptchaBox({ siteKey, address, onSolved, error, onDismissError }: RecaptchaBoxProps) {
  const place = useRef<HTMLDivElement>(null);
  const solved = useEffectEvent(onSolved);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    // reCAPTCHA fills its element permanently, so every box gets a new element.
    const element = document.createElement('div');
    place.current?.replaceChildren(element);
    loadScript(address).then(
      (recaptcha) => {
        if (gone) return;
        recaptcha.render(element, {
          sitekey: siteKey,
          theme: isDark() ? 'dark' : 'light',
          callback: (response) => solved(response),
          'expired-callback': () => solved(''),
        });
      },
      (cause: unknown) => {
        console.warn('reCAPTCHA could not be loaded.', cause);
        if (!gone) setFailed(true);
      },
    );
    return () => {
      gone = true;
    };
  }, [siteKey, address]);
  return (
    <div>
      <div ref={place} role="group" aria-label="Captcha" />
      {failed && (
        <p className="text-caption text-error">The captcha could not be loaded. Reload the page to try again.</p>
      )}
      <FieldError id="captcha-error" error={error} onDismiss={onDismissError} />
    </div>
  );
}
