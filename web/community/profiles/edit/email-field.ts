/** The address's fragment (behind "#") that leads to the email field of the profile form. */
export const EMAIL_FIELD = 'email';
