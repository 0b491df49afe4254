import { dialled } from '@site/contract/phone';

/** `06 12 34 56 78` becomes `tel:+33612345678`; a number with its own country code keeps it. */
export function toTelHref(phone: string): string {
  return `tel:${dialled(phone).replace(/^00/, '+').replace(/^0/, '+33')}`;
}
