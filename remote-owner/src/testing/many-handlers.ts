import type { OwnedRequest } from '@site/supabase/requests';
import type { Handlers } from './handlers';

const HANDLED_AT = '2026-11-23T08:00:00Z';

/** Answers the calls about several requests from `rows`, and changes them. */
export function manyHandlers(rows: Map<string, OwnedRequest>) {
  const all = () => [...rows.values()];
  return {
    owner_spam: ({ ids, expected }) => {
      const matching = ids.flatMap((id) => rows.get(id) ?? []).filter(({ isSpam }) => !isSpam);
      if (expected !== null) for (const row of matching) rows.set(row.id, { ...row, isSpam: true });
      return { count: matching.length };
    },
    owner_handle_all: ({ ids, expected }) => {
      const matching = ids
        .flatMap((id) => rows.get(id) ?? [])
        .filter(({ kind, handledAt, isSpam }) => kind === 'contact' && handledAt === null && !isSpam);
      if (expected !== null) for (const row of matching) rows.set(row.id, { ...row, handledAt: HANDLED_AT });
      return { count: matching.length };
    },
    owner_export: all,
    owner_person: ({ email }) => {
      const matching = all()
        .filter((row) => row.email === email)
        .map((row) => ({ ...row, mails: [], history: [] }));
      const contacts = matching.filter(({ kind }) => kind === 'contact');
      const reservations = matching.filter(({ kind }) => kind === 'reservation');
      return matching.length > 0 ? { contacts, reservations } : null;
    },
    owner_erase_person: ({ email }) => {
      const matching = all().filter((row) => row.email === email);
      for (const { id } of matching) rows.delete(id);
      const contacts = matching.filter(({ kind }) => kind === 'contact').length;
      return { contacts, reservations: matching.length - contacts, mails: 0 };
    },
  } satisfies Partial<Handlers>;
}
