import type { Performance } from '@scoville/contract/community/performances.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useMe } from '../../platform/lib/query.ts';
import { SUGGESTION_PAUSE, placeText, placesQuery } from '../../platform/lib/use-cities.ts';
import { useDebounced } from '../../platform/lib/use-debounced.ts';
import type { ShowForm } from './show-fields.ts';

interface TownZone {
  /** Sets a zone that the user chose. It is kept until the town changes. */
  choose: (timeZone: string) => void;
  /** Looks up a town that was typed just before, without waiting for the debounce. */
  settle: () => Promise<void>;
}

/** Sets the time zone of a show from its town. A new show without a town gets the zone of the musician's town. */
export function useTownZone(form: UseFormReturn<ShowForm>, show: Performance | null): TownZone {
  const client = useQueryClient();
  const address = useMe()?.address;
  const home = show === null && address?.city && address.state ? placeText(address) : '';
  const nameOf = (typed: string): string => typed.trim() || home;
  const town = useDebounced(nameOf(useWatch({ control: form.control, name: 'town' })), SUGGESTION_PAUSE);
  /** The town for which the current zone was set. */
  const decided = useRef(show === null ? '' : nameOf(show.town));

  const follow = async (name: string) => {
    if (name === '' || name === decided.current) return;
    const { timeZone } = await client.fetchQuery(placesQuery(name)).catch(() => ({ timeZone: null }));
    const isStale = name === decided.current || name !== nameOf(form.getValues('town'));
    if (timeZone === null || isStale) return;
    decided.current = name;
    // The user didn't type it, so it must not count as an unsaved change.
    form.resetField('timeZone', { defaultValue: timeZone });
  };
  const onTown = useEffectEvent((name: string) => void follow(name));
  useEffect(() => onTown(town), [town]);

  return {
    choose: (timeZone) => {
      decided.current = nameOf(form.getValues('town'));
      form.setValue('timeZone', timeZone, { shouldDirty: true, shouldValidate: true });
    },
    settle: () => follow(nameOf(form.getValues('town'))),
  };
}
