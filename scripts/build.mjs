// `npm run build`: builds the browser's part, even if its sources are unchanged. A running product keeps the old build
// until the new one is complete.
import { buildAnew, needInstallation } from './setup.mjs';

needInstallation();
buildAnew();
