import { toTelHref } from '@site/shared-ui';

const internationalOf = (phone: string) => toTelHref(phone).slice('tel:'.length);

/** `06 39 98 00 00`, with no-break spaces, for a French number however it was typed; another one is unchanged. */
export function formatPhone(phone: string): string {
  const national = /^\+33(\d{9})$/.exec(internationalOf(phone))?.[1];
  return national ? `0${national}`.replace(/\d\d(?=\d)/g, '$&\u00a0') : phone;
}

/** `+33639980000`, if the number can receive messages as far as it shows; null for a French landline or a short number. */
export function messagingNumber(phone: string): string | null {
  const number = internationalOf(phone);
  return /^\+\d{8,15}$/.test(number) && !/^\+33[1-589]/.test(number) ? number : null;
}
