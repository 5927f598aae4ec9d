import { US_STATES } from '@scoville/contract/platform/places.ts';
import type { Me } from '@scoville/contract/accounts/users/users.ts';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { PendingEmail } from '../../../accounts/auth/pending-email.tsx';
import { errorOf } from '../../../platform/forms/server-errors.ts';
import { Checkbox } from '../../../platform/ui/checkbox.tsx';
import { Select } from '../../../platform/ui/select.tsx';
import { SuggestField } from '../../../platform/ui/suggest-field.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { EMAIL_FIELD } from './email-field.ts';
import type { ProfileForm } from './profile-form.ts';
import { UsernameField } from './username-field.tsx';
import { useCities } from '../../../platform/lib/use-cities.ts';

const STATES = Object.entries(US_STATES).map(([value, label]) => ({ value, label }));
const pair = 'grid gap-5 sm:grid-cols-2';

interface ProfileFieldsProps {
  form: UseFormReturn<ProfileForm>;
  me: Me;
  /** The reason why the username cannot be claimed. */
  usernameProblem: string | undefined;
}

/** The single fields of a profile. */
export function ProfileFields({ form, me, usernameProblem }: ProfileFieldsProps) {
  const field = (name: keyof ProfileForm) => ({ ...form.register(name), ...errorOf(form, name) });
  return (
    <>
      <div className={pair}>
        <TextField label="First name" required autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" required autoComplete="family-name" {...field('lastName')} />
        <TextField
          label="Display name"
          hint="As listeners see it. Left empty, it is your first and last name."
          autoComplete="nickname"
          {...field('displayName')}
        />
        <UsernameField form={form} me={me} problem={usernameProblem} />
        <div id={EMAIL_FIELD} className="scroll-mt-24">
          <TextField
            label="Email"
            type="email"
            required
            autoComplete="email"
            hint="You sign in with it. Nobody else can see it."
            {...field('email')}
          />
        </div>
        <div className="empty:hidden sm:col-span-2">
          <PendingEmail me={me} />
        </div>
        <TextField label="Title" hint="One line under your name, such as Blues guitarist." {...field('title')} />
        <TextField label="Years of experience" inputMode="numeric" autoComplete="off" {...field('experience')} />
        <TextField label="Hourly rate (USD)" inputMode="decimal" autoComplete="off" {...field('hourlyRate')} />
        <CityField form={form} />
        <Select label="State" placeholder="Choose a state" options={STATES} {...field('state')} />
      </div>
      <TextArea label="Bio" rows={5} {...field('bio')} />
      <Checkbox label="Self taught" {...form.register('selfTaught')} />
    </>
  );
}

/** The field for the town. Choosing a suggested town also sets its state. */
function CityField({ form }: { form: UseFormReturn<ProfileForm> }) {
  const cities = useCities(form.watch('city'));
  const pick = (place: string) => {
    const [, city = place, letters = ''] = /^(.*), (\w\w)$/.exec(place) ?? [];
    form.setValue('city', city, { shouldDirty: true, shouldValidate: true });
    form.setValue('state', letters, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <Controller
      control={form.control}
      name="city"
      render={({ field }) => (
        <SuggestField
          ref={field.ref}
          label="City"
          hint="Listeners find musicians nearby."
          autoComplete="off"
          value={field.value}
          onChange={field.onChange}
          onPick={pick}
          onBlur={field.onBlur}
          suggestions={cities}
          {...errorOf(form, 'city')}
        />
      )}
    />
  );
}
