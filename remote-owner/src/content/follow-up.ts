import { FOLLOW_UP_WORDS } from '@site/supabase/requests';
import { formatDay } from './dates';

export const followUp = {
  title: 'Suites',
  day: 'Date à inscrire',
  dayHint: 'Celle d’aujourd’hui, sauf si vous la changez. Cochez ensuite ce qui est fait.',
  dayWrong: 'Choisissez un jour passé ou aujourd’hui.',
  words: FOLLOW_UP_WORDS,
  on: (day: string) => `le ${formatDay(day)}`,
} as const;
