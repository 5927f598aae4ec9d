// Screens that are opened by a mailed link or that request one. They are rarely used, so they share one chunk.
export { ConfirmEmailScreen } from './confirm-email-screen.tsx';
export { ForgotScreen } from './forgot-screen.tsx';
export { PasswordScreen } from './password-screen.tsx';
export { ResetScreen } from './reset-screen.tsx';
export { UndoEmailScreen } from './undo-email-screen.tsx';
export { VerifyScreen } from './verify-screen.tsx';
