import type { Locale } from 'date-fns';
import { fr } from 'date-fns/locale/fr';

/** date-fns' French locale, with « 1er » for the first of a month in full dates, which label the calendar's days. */
export const frenchCalendar: Locale = {
  ...fr,
  localize: { ...fr.localize, ordinalNumber: (day) => (day === 1 ? '1er' : String(day)) },
  formatLong: {
    ...fr.formatLong,
    date: (options) => (options.width === 'full' ? 'EEEE do MMMM y' : fr.formatLong.date(options)),
  },
};
