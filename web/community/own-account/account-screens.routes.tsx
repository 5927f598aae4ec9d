// Two screens in one chunk of the browser's code, because both are small.
export { AccountScreen } from './account-screen.tsx';
export { DeleteAccountScreen } from './delete-account-screen.tsx';
