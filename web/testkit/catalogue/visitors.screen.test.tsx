import { lookAt } from './look.ts';
import { visitors } from './visitors.ts';

lookAt(visitors);
