import { lookAt } from './look.ts';
import { ownStates } from './own-states.ts';

lookAt(ownStates);
