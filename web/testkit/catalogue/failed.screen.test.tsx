import { failures } from './failed.ts';
import { lookAt } from './look.ts';

lookAt(failures);
