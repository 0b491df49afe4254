import { dial } from '@site/contract/phone';

const MINUTE_S = 60;
const MOST_MINUTES = 90;

/**
 * « une minute », « 8 minutes », « 2 heures »: rounded up, never too short.
 * @param seconds more than 0
 */
export function formatFrenchDelay(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTE_S);
  if (minutes > MOST_MINUTES) return `${Math.ceil(minutes / 60)}\u00a0heures`;
  return minutes === 1 ? 'une minute' : `${minutes}\u00a0minutes`;
}

/** `06 12 34 56 78` becomes `tel:+33612345678`. What is no number keeps its digits. */
export const toTelHref = (phone: string): string => `tel:${dial(phone) ?? phone.replace(/[^\d+]/g, '')}`;
