import { lookAt } from './look.ts';
import { deskStates } from './desk-states.ts';

lookAt(deskStates);
