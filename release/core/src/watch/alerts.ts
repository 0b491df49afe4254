/** Why a watched change needs somebody, although nothing was changed. */
export const ALERTS = {
  unattributed: 'pages fail, and no release can be blamed for it.',
  ambiguous: 'pages do not start, and two changes may be to blame.',
  visits: 'a synthetic visit failed.',
} as const;

export type Alert = keyof typeof ALERTS;
