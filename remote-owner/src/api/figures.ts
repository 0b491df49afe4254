/** Counts of one month in Paris. */
export interface MonthFigures {
  /** yyyy-MM */
  readonly month: string;
  readonly requests: number;
  readonly confirmedDays: number;
  /** Null where no server counts them. */
  readonly pages: number | null;
}

export interface Figures {
  /** The last twelve, the earliest first. */
  readonly months: readonly MonthFigures[];
  /** How many of all these requests want funding. */
  readonly agefice: number;
  /** Confirmed days from today on. */
  readonly daysAhead: number;
}
