import { lookAt } from './look.ts';
import { openedByAdministrators } from './opened-by-admin.ts';
import { openedByMembers } from './opened-by-members.ts';

lookAt({ ...openedByMembers, ...openedByAdministrators });
