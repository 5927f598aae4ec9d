import { accountStates } from './account-states.ts';
import { lookAt } from './look.ts';
import { profileStates } from './profile-states.ts';

lookAt({ ...accountStates, ...profileStates });
