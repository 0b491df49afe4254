import { LIMITS } from '@site/forms/texts';
import fc from 'fast-check';
import { nameUpTo, nearEmail, telephone, textAround, wildText } from './hostile-values';

/** Cuts a text as the control's `maxLength` does. */
const typed = (longest: number) => (text: string) => text.slice(0, longest);

export const contactCase = fc.record({
  prenom: nameUpTo(LIMITS.name).map(typed(LIMITS.name)),
  nom: nameUpTo(LIMITS.name).map(typed(LIMITS.name)),
  email: nearEmail.map(typed(LIMITS.email)),
  telephone: telephone.map(typed(LIMITS.phone)),
  message: fc
    .oneof(wildText, textAround(1, LIMITS.message), fc.constantFrom('', ' ', 'Bonjour,\r\n\tà bientôt'))
    .map(typed(LIMITS.message)),
  isAgefice: fc.boolean(),
});

/** `days` count from today. Some are in the past, as when a page was left open for days. */
export const bookingCase = fc.record({
  days: fc.uniqueArray(
    fc.oneof(
      { weight: 20, arbitrary: fc.integer({ min: 0, max: 730 }) },
      { weight: 1, arbitrary: fc.integer({ min: -3, max: 3 }) },
      { weight: 1, arbitrary: fc.integer({ min: 727, max: 733 }) },
    ),
    { maxLength: 33, size: '+1' },
  ),
  name: nameUpTo(LIMITS.fullName).map(typed(LIMITS.fullName)),
  email: nearEmail.map(typed(LIMITS.email)),
  phone: telephone.map(typed(LIMITS.phone)),
  isAgefice: fc.boolean(),
});
