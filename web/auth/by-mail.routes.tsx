// Screens that a mail leads to, or that ask for one: seldom seen, and one part of the browser's code.
export { ConfirmEmailScreen } from './confirm-email-screen.tsx';
export { ForgotScreen } from './forgot-screen.tsx';
export { PasswordScreen } from './password-screen.tsx';
export { ResetScreen } from './reset-screen.tsx';
export { UndoEmailScreen } from './undo-email-screen.tsx';
export { VerifyScreen } from './verify-screen.tsx';
