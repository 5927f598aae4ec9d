import type { Me } from '@scoville/contract/accounts/users/users.ts';
import type { ComponentType } from 'react';
import type { During } from '../../platform/ui/use-underway.ts';
import type { Shareable } from './shareable.ts';

export interface ShareToPeopleProps {
  me: Me | null;
  what: Shareable;
  productName: string;
  during: During;
  onShared: () => void;
}

/** Loads the form that sends something by message. The frame sets it, because messages import sharing. */
export const peoplePort: { load: () => Promise<ComponentType<ShareToPeopleProps>> } = {
  load: () => Promise.reject(new Error('Not set.')),
};
