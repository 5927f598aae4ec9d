/** Where people see what is linked to their account. */
export const ACCOUNT_SCREEN = '/account/overview';
