import { lookAt } from './look.ts';
import { menus } from './menus.ts';

lookAt(menus);
