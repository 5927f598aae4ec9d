// The account and its end: one part of the browser's code, since both are small.
export { AccountScreen } from './account-screen.tsx';
export { DeleteAccountScreen } from './delete-account-screen.tsx';
