import { LONGEST_EMAIL } from '@site/contract/email';

/** Maximum lengths that the forms and the database accept, in characters. */
export const LIMITS = { email: LONGEST_EMAIL, name: 100, fullName: 200, phone: 40, message: 5000 } as const;
