// Screens that a mail leads to, or that ask for one: seldom seen, and one part of the browser's code.
export { ForgotScreen } from './forgot-screen.tsx';
export { PasswordScreen } from './password-screen.tsx';
export { ResetScreen } from './reset-screen.tsx';
export { VerifyScreen } from './verify-screen.tsx';
