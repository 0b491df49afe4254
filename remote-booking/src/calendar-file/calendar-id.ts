const DIGITS = 32;

/**
 * The id of a reservation's calendar entries, as the mails to the visitor have it (`private.visitor_detail`): a calendar
 * then keeps one entry per day. Without `crypto.subtle` (plain http, except localhost) the id is random.
 */
export async function calendarIdOf(reservationId: string): Promise<string> {
  const bytes = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(reservationId)))
    : crypto.getRandomValues(new Uint8Array(DIGITS / 2));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, DIGITS);
}
