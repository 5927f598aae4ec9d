// `npm run build`: builds the browser's part, whether its sources are newer or not. A product that runs keeps what it serves
// until the new one is whole.
import { buildAnew, needInstallation } from './setup.mjs';

needInstallation();
buildAnew();
