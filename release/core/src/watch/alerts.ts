/** Why a watched change needs somebody, although nothing was changed. */
export const ALERTS = {
  unattributed: 'pages fail, and no release can be blamed for it.',
  ambiguous: 'pages do not start, and two changes may be to blame.',
  visits: 'a synthetic visit failed.',
} as const;

/** @param reports of failures that exceeded a limit of their network or of all together */
export const describeDropped = (reports: number): string =>
  `${reports} report${reports === 1 ? '' : 's'} of failures exceeded a limit and ${reports === 1 ? 'was' : 'were'} dropped.`;

export type Alert = keyof typeof ALERTS;
