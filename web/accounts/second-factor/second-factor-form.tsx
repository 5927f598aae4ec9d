import { zodResolver } from '@hookform/resolvers/zod';
import { errorText } from '@scoville/contract/platform/http/errors.ts';
import { RecoveryCode, TotpCode } from '@scoville/contract/accounts/second-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { object, optional } from 'zod/mini';
import { FormError } from '../../platform/forms/form-error.tsx';
import { ServerForm, useServerForm } from '../../platform/forms/server-form.tsx';
import { isSignedOut } from '../../platform/lib/fail.ts';
import { useSettings } from '../../platform/lib/query.ts';
import { Button } from '../../platform/ui/button.tsx';
import { ErrorState, Loading, Skeleton } from '../../platform/ui/states.tsx';
import { TextField } from '../../platform/ui/text-field.tsx';
import { passkeyFailure } from './passkey-failure.ts';
import { answerByPasskey, choiceQuery, useFinishSecondFactor } from './second-factor.calls.ts';

type Way = 'code' | 'recoveryCode';

/** The second step of a sign-in: a passkey, a code from an app, or a recovery code. */
export function SecondFactorForm({ onDone, onRestart }: { onDone: () => void; onRestart: () => void }) {
  const { productName } = useSettings();
  const choice = useQuery(choiceQuery());
  const [recovering, setRecovering] = useState(false);
  if (choice.isPending)
    return (
      <Loading label="Loading the second step">
        <Skeleton className="h-32" />
      </Loading>
    );
  if (choice.isError)
    return isSignedOut(choice.error) ? (
      <ErrorState message="This sign-in has expired. Enter your email and password again." onRetry={onRestart} />
    ) : (
      <ErrorState message={errorText(choice.error, productName)} onRetry={() => void choice.refetch()} />
    );
  const { totp, passkey } = choice.data;
  return (
    <div className="flex flex-col gap-6">
      {passkey !== null && !recovering && (
        <PasskeyButton options={passkey} takesFocus={!totp} onDone={onDone} onFailed={() => void choice.refetch()} />
      )}
      {(totp || recovering) && (
        <CodeForm
          key={String(recovering)}
          way={recovering ? 'recoveryCode' : 'code'}
          isMain={passkey === null || recovering}
          onDone={onDone}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setRecovering(!recovering)}>
          {recovering ? 'Use another way' : 'Use a recovery code'}
        </Button>
        <Button variant="plain" onClick={onRestart}>
          Start over
        </Button>
      </div>
    </div>
  );
}

interface PasskeyButtonProps {
  options: object;
  /** True if the button should get the focus, because the form has no field. */
  takesFocus: boolean;
  onDone: () => void;
  onFailed: () => void;
}

function PasskeyButton({ takesFocus, ...props }: PasskeyButtonProps) {
  const { productName } = useSettings();
  const button = useRef<HTMLButtonElement>(null);
  // The previous step is gone, and the element that had the focus with it.
  useEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const finish = useFinishSecondFactor();
  const [asking, setAsking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const go = async () => {
    if (asking) return;
    setRefusal(null);
    setAsking(true);
    try {
      await finish.mutateAsync({ passkey: await answerByPasskey(props.options) });
    } catch (error) {
      setRefusal(passkeyFailure(error, productName));
      props.onFailed();
      return;
    } finally {
      setAsking(false);
    }
    props.onDone();
  };
  return (
    <div className="flex flex-col gap-3">
      <Button
        ref={button}
        variant="main"
        size="large"
        // A button with `disabled` would lose the focus permanently.
        {...(asking && { 'aria-disabled': true, 'aria-busy': true })}
        onClick={() => void go()}
      >
        Use a passkey
      </Button>
      <FormError message={refusal} onDismiss={() => setRefusal(null)} />
    </div>
  );
}

const Given = object({ code: optional(TotpCode), recoveryCode: optional(RecoveryCode) });
const FIELDS = {
  code: { label: 'Code from your app', hint: 'Six digits, new every half minute.' },
  recoveryCode: { label: 'Recovery code', hint: 'Each of them works once.' },
} as const;

function CodeForm({ way, isMain, onDone }: { way: Way; isMain: boolean; onDone: () => void }) {
  const finish = useFinishSecondFactor();
  const { label, hint } = FIELDS[way];
  const form = useForm({ resolver: zodResolver(Given), defaultValues: { [way]: '' } });
  // The previous step is gone, and the element that had the focus with it.
  useEffect(() => form.setFocus(way), [form, way]);
  const finishing = useServerForm(form, async (given) => {
    await finish.mutateAsync(given);
    onDone();
  });
  return (
    <ServerForm of={finishing} label="Sign in" variant={isMain ? 'main' : 'outline'}>
      <TextField
        label={label}
        hint={hint}
        autoComplete="one-time-code"
        inputMode={way === 'code' ? 'numeric' : 'text'}
        {...finishing.field(way)}
      />
    </ServerForm>
  );
}
