/** A telephone number as it is dialled: digits, and a `+` before a country code. « +33 (0)6 … » omits the zero. */
export const dialled = (phone: string): string => phone.replace('(0)', '').replace(/[^\d+]/g, '');
