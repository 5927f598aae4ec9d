import { PAYMENT_APPS } from '@scoville/contract/platform/lib/links.ts';
import {
  AlbumFields,
  BandFields,
  ContactFields,
  DEGREES,
  DonationFields,
  ProfessionFields,
  SchoolFields,
} from '@scoville/contract/community/profiles/profile-edit.ts';
import { errorOf } from '../../../platform/forms/server-errors.ts';
import { calendarDay } from '../../../platform/lib/format.ts';
import { Select } from '../../../platform/ui/select.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import type { AlbumEntry, BandEntry, ContactEntry, DonationEntry, ProfessionEntry, SchoolEntry } from './entries.ts';
import type { ListKind } from './list-kind.ts';
import { PeriodFields } from './period-fields.tsx';
import { entryResolver } from './entry-resolver.ts';
import { SuggestedName } from './suggested-name.tsx';

const same = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' · ');
const period = ({ startDate, endDate }: { startDate: string; endDate: string | null }): string =>
  `${calendarDay(startDate)} – ${endDate === null ? 'today' : calendarDay(endDate)}`;

export const donations: ListKind<DonationEntry> = {
  title: 'Donation methods',
  none: 'Tell listeners how they can support you.',
  add: 'Add a donation method',
  one: 'donation method',
  empty: { appName: '', username: '' },
  resolver: entryResolver(DonationFields),
  heading: ({ appName }) => appName,
  detail: ({ username }) => username,
  fields: (form) => {
    const isPayPal = form.watch('appName') === 'PayPal';
    return (
      <>
        <Select
          label="App"
          placeholder="Choose an app"
          options={same(PAYMENT_APPS)}
          {...form.register('appName', { deps: ['username'] })}
          {...errorOf(form, 'appName')}
        />
        <TextField
          label={isPayPal ? 'Email of your PayPal account' : 'Username'}
          type={isPayPal ? 'email' : 'text'}
          autoComplete="off"
          {...form.register('username')}
          {...errorOf(form, 'username')}
        />
      </>
    );
  },
};

export const contacts: ListKind<ContactEntry> = {
  title: 'Contact methods',
  none: 'Tell people where to reach you.',
  add: 'Add a contact method',
  one: 'contact method',
  empty: { title: '', info: '' },
  resolver: entryResolver(ContactFields),
  heading: ({ title }) => title,
  detail: ({ info }) => info,
  fields: (form) => (
    <>
      <TextField
        label="Title"
        hint="Such as Booking, Website or Instagram."
        {...form.register('title')}
        {...errorOf(form, 'title')}
      />
      <TextField
        label="Info"
        hint="A web address, a phone number (with + and the country code if it is abroad) or an email address. Everybody can see it."
        {...form.register('info')}
        {...errorOf(form, 'info')}
      />
    </>
  ),
};

export const albums: ListKind<AlbumEntry> = {
  title: 'Discography',
  none: 'Albums that are out, and those to come.',
  add: 'Add an album',
  one: 'album',
  empty: { title: '', releaseDate: '', websiteUrl: '', credits: '' },
  resolver: entryResolver(AlbumFields),
  heading: ({ title }) => title,
  detail: ({ releaseDate }) => calendarDay(releaseDate),
  fields: (form) => (
    <>
      <TextField label="Title" {...form.register('title')} {...errorOf(form, 'title')} />
      <TextField label="Release date" type="date" {...form.register('releaseDate')} {...errorOf(form, 'releaseDate')} />
      <TextField
        label="Website URL"
        type="url"
        inputMode="url"
        placeholder="https://"
        {...form.register('websiteUrl')}
        {...errorOf(form, 'websiteUrl')}
      />
      <TextArea label="Credits" rows={3} {...form.register('credits')} {...errorOf(form, 'credits')} />
    </>
  ),
  picture: 'album',
};

export const bands: ListKind<BandEntry> = {
  title: 'Bands',
  none: 'Bands that you play in, or played in.',
  add: 'Add a band',
  one: 'band',
  empty: { name: '', startDate: '', endDate: null, currentMember: false, notes: '' },
  resolver: entryResolver(BandFields),
  heading: ({ name }) => name,
  detail: period,
  fields: (form) => (
    <>
      <TextField label="Name" {...form.register('name')} {...errorOf(form, 'name')} />
      <PeriodFields form={form} current="currentMember" label="Still a member" />
      <TextArea label="Notes" rows={3} {...form.register('notes')} {...errorOf(form, 'notes')} />
    </>
  ),
  picture: 'band',
};

export const schools: ListKind<SchoolEntry> = {
  title: 'Schools',
  none: 'Where you studied, or study.',
  add: 'Add a school',
  one: 'school',
  empty: { name: '', field: '', degree: '', startDate: '', endDate: null, currentStudent: false, loc: '' },
  resolver: entryResolver(SchoolFields),
  heading: ({ name }) => name,
  detail: (school) => joined(school.degree, school.field, school.loc, period(school)),
  fields: (form) => (
    <>
      <SuggestedName form={form} name="name" label="Name" lookup="schools" />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Field of study" {...form.register('field')} {...errorOf(form, 'field')} />
        <Select
          label="Degree"
          placeholder="None"
          options={same(DEGREES)}
          {...form.register('degree')}
          {...errorOf(form, 'degree')}
        />
      </div>
      <PeriodFields form={form} current="currentStudent" label="Current student" />
      <TextField label="Location" {...form.register('loc')} {...errorOf(form, 'loc')} />
    </>
  ),
};

export const professions: ListKind<ProfessionEntry> = {
  title: 'Positions',
  none: 'Work that you do or did, in music or elsewhere.',
  add: 'Add a position',
  one: 'position',
  empty: { company: '', title: '', startDate: '', endDate: null, currentEmployee: false },
  resolver: entryResolver(ProfessionFields),
  heading: ({ title }) => title,
  detail: (profession) => joined(profession.company, period(profession)),
  fields: (form) => (
    <>
      <TextField
        label="Company"
        autoComplete="organization"
        {...form.register('company')}
        {...errorOf(form, 'company')}
      />
      <SuggestedName form={form} name="title" label="Title" lookup="professions" />
      <PeriodFields form={form} current="currentEmployee" label="Current employee" />
    </>
  ),
};
