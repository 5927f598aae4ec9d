import { lookAt } from './look.ts';
import { members } from './members.ts';

lookAt(members);
