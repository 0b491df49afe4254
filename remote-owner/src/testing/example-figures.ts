import type { Figures, MonthFigures } from '../api/figures';
import { addMonths } from '../calendar/month';

const LATEST: Omit<MonthFigures, 'month'> = { requests: 12, confirmedDays: 5, pages: 1840 };
const QUIET: Omit<MonthFigures, 'month'> = { requests: 0, confirmedDays: 0, pages: 0 };

/** From December 2025 to November 2026. */
export const exampleFigures: Figures = {
  months: Array.from({ length: 12 }, (_, at) => ({
    month: addMonths('2025-12', at),
    ...(at === 11 ? LATEST : at === 10 ? { requests: 4, confirmedDays: 1, pages: 920 } : QUIET),
  })),
  agefice: 4,
  daysAhead: 3,
};
