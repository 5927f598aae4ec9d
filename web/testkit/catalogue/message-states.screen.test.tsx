import { lookAt } from './look.ts';
import { messageStates } from './message-states.ts';

lookAt(messageStates);
