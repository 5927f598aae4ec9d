import { lookAt } from './look.ts';
import { playerStates } from './player-states.ts';

lookAt(playerStates);
