/** The part of the address behind "#" that leads to the field of the email, among those of the profile. */
export const EMAIL_FIELD = 'email';
