import { readPhone } from '@site/contract/phone';

/** `06 12 34 56 78` becomes `tel:+33612345678`. What is no number keeps its digits. */
export const toTelHref = (phone: string): string => `tel:${readPhone(phone).tel ?? phone.replace(/[^\d+]/g, '')}`;
