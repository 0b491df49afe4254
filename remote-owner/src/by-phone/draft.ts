import { cleanEmail, isEmail } from '@site/contract/email';
import { cleanLine, cleanText } from '@site/forms/texts';
import { todayInParis } from '@site/shared-ui';
import type { NewRequest } from '../api/requests';
import { byPhone } from '../content/by-phone';
import { isDay } from '../content/dates';

/** The form as it is typed. */
export interface Draft {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  /** yyyy-MM-dd, ascending. */
  readonly dates: readonly string[];
  /** The day that is typed and not added yet; empty for none. */
  readonly day: string;
  readonly isAgefice: boolean;
  readonly note: string;
  readonly tell: boolean;
}

export const EMPTY: Draft = {
  name: '',
  email: '',
  phone: '',
  dates: [],
  day: '',
  isAgefice: false,
  note: '',
  tell: false,
};

export type DraftErrors = Partial<Record<'name' | 'email' | 'day', string>>;

/** Adds the typed day. A day that cannot be added stays in its field. */
export function withDay(draft: Draft): Draft {
  if (!isDay(draft.day) || draft.day < todayInParis()) return draft;
  return { ...draft, day: '', dates: [...new Set([...draft.dates, draft.day])].sort() };
}

export function errorsOf(draft: Draft): DraftErrors {
  const { name, email, dates, day } = draft;
  return {
    ...(cleanLine(name) === '' && { name: byPhone.missing.name }),
    ...(!isEmail(cleanEmail(email)) && { email: byPhone.missing.email }),
    ...(day !== '' ? { day: byPhone.missing.past } : dates.length === 0 && { day: byPhone.missing.dates }),
  };
}

/** What the database stores, with the texts as the visitors' forms clean them. */
export const requestOf = ({ name, email, phone, dates, isAgefice, note, tell }: Draft): NewRequest => ({
  name: cleanLine(name),
  email: cleanEmail(email),
  phone: cleanLine(phone) || null,
  dates,
  is_agefice: isAgefice,
  note: cleanText(note) || null,
  tell,
});
