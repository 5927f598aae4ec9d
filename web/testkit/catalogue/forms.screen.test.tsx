import { forms } from './forms.ts';
import { lookAt } from './look.ts';

lookAt(forms);
