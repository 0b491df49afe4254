/** Per day, all taxes included. */
export const prices = { standard: '199\u00a0€', funded: '320\u00a0€' } as const;
