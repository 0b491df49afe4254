import { randomHex, sha256Hex } from '../api/hex';

const DIGITS = 32;

/**
 * With a date, the UID of a day that was just requested, as the mails to the visitor have it (`private.entry_uid`): a
 * calendar then keeps one entry per day. Without `crypto.subtle` (plain http, except localhost) the id is random.
 */
export async function calendarIdOf(reservationId: string): Promise<string> {
  return crypto.subtle ? (await sha256Hex(reservationId)).slice(0, DIGITS) : randomHex(DIGITS / 2);
}
