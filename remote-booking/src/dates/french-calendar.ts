import type { Locale } from 'date-fns';
import { fr } from 'date-fns/locale/fr';

/** French as date-fns has it, but for the first of a month, « 1er », in the full dates that name the calendar's days. */
export const frenchCalendar: Locale = {
  ...fr,
  localize: { ...fr.localize, ordinalNumber: (day) => (day === 1 ? '1er' : String(day)) },
  formatLong: {
    ...fr.formatLong,
    date: (options) => (options.width === 'full' ? 'EEEE do MMMM y' : fr.formatLong.date(options)),
  },
};
