import type { DayFile, DayFileChanges, PaperName, PaperStep } from '@site/contract/day-papers';
import { todayInParis } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { currentOf, withoutInvisible } from '../api/answer';
import { useOwner } from '../api/owner-api';
import type { OwnedDayFile } from '../api/wire';
import { marksOf, dayFile as words } from '../content/day-file';
import { titleOf } from '../content/paper-names';
import { isExpected, WRITE } from '../content/papers/all-papers';
import { isMoved, marksFor } from '../content/papers/fields';
import { changedSince, isContract, type Paper } from '../content/papers/paper';
import { failureText, useAction } from '../view/form';

/** Puts an answer on screen; after a change on another device, what that one saved. */
function useShownFile(id: string) {
  const queries = useQueryClient();
  return (own: OwnedDayFile) => {
    queries.setQueryData(['owner_day_file', { id }], own);
    void queries.invalidateQueries({ queryKey: ['owner_request', { id }] });
  };
}

/** Saves facts of the file, one save at a time. `isConflict`: another device was first; what was typed can be saved again. */
export function useSaveFile({ request: { id }, file: { version } }: OwnedDayFile, onSaved: () => void) {
  const { api, host } = useOwner();
  const show = useShownFile(id);
  const saving = useAction({
    mutationFn: (changes: DayFileChanges) => api.call('owner_change_day_file', { id, version, changes }),
    onSuccess: (own) => {
      show(own);
      onSaved();
    },
    done: () => words.saved,
    onError: (error) => {
      const current = currentOf<OwnedDayFile>(error);
      if (current) show(withoutInvisible(current));
      else host.notify({ title: failureText(error), tone: 'error' });
    },
  });
  return {
    save: (changes: DayFileChanges) => !saving.isPending && saving.mutate(changes),
    isSaving: saving.isPending,
    isConflict: currentOf(saving.error) !== null,
  };
}

interface Mark {
  readonly paper: PaperName;
  readonly step: PaperStep;
  /** yyyy-MM-dd; null takes the mark back. */
  readonly day: string | null;
  readonly print: string;
}

/** Marks papers as sent or signed, one after the other. */
export function useMarkPapers(own: OwnedDayFile) {
  const { api, host } = useOwner();
  const { id } = own.request;
  const show = useShownFile(id);
  const marking = useAction({
    mutationFn: async (marks: readonly Mark[]) => {
      let marked = own;
      for (const mark of marks) {
        marked = await api.call('owner_mark_paper', { id, version: marked.file.version, ...mark });
        show(marked);
      }
      return marked;
    },
    onSuccess: show,
    done: () => words.marks.done,
    onError: (error) => {
      const current = currentOf<OwnedDayFile>(error);
      if (current) show(withoutInvisible(current));
      host.notify({ title: current ? words.changedElsewhere : failureText(error), tone: 'error' });
    },
  });
  return (marks: readonly Mark[]) => !marking.isPending && marking.mutate(marks);
}

/** What the visitor has written is no longer new once the file is open. */
export function useSeen({ request: { id }, file: { isNew } }: OwnedDayFile) {
  const { api } = useOwner();
  const queries = useQueryClient();
  useEffect(() => {
    if (!isNew) return;
    // The next opening tries again.
    api.call('owner_see_day_file', { id }).then(
      () => queries.invalidateQueries({ queryKey: ['owner_today'] }),
      () => undefined,
    );
  }, [api, queries, id, isNew]);
}

export function useExpected(own: OwnedDayFile) {
  const { host } = useOwner();
  return (name: PaperName): boolean => isExpected(name, { ...own, site: host.site, today: todayInParis() });
}

/** The paper as it is now, from the answer and the facts of the site. */
export function usePaper(own: OwnedDayFile) {
  const { host } = useOwner();
  return (name: PaperName): Paper => WRITE[name]({ ...own, site: host.site, today: todayInParis() });
}

export const nameOf = (name: PaperName, file: DayFile) => titleOf(name, isContract(file));

/** Notes that the client has paid, or takes the note back. */
export function useMarkPaid(own: OwnedDayFile) {
  const { api, host } = useOwner();
  const { id, version } = own.request;
  const show = useShownFile(id);
  const marking = useAction({
    mutationFn: (day: string | null) => api.call('owner_follow_up', { id, version, step: 'paid', day }),
    onSuccess: (request) => show({ ...own, request }),
    done: () => words.marks.done,
    onError: (error) => {
      const current = currentOf<OwnedRequest>(error);
      if (current) show({ ...own, request: withoutInvisible(current) });
      host.notify({ title: current ? words.changedElsewhere : failureText(error), tone: 'error' });
    },
  });
  return (day: string | null) => !marking.isPending && marking.mutate(day);
}

/** When a paper went out, and what has changed since. */
export function stateOf(name: PaperName, own: OwnedDayFile, print: string): readonly string[] {
  return [...marksOf(marksFor(name, own.file), isContract(own.file)), ...changesOf(name, own, print)].filter(Boolean);
}

/** Why a paper that went out is no longer right. Once the days are over, a new text of the site changes nothing in it. */
export function changesOf(name: PaperName, { file, request }: OwnedDayFile, print: string): readonly string[] {
  const state = marksFor(name, file);
  if (!state || (!state.sentOn && !state.signedOn)) return [];
  const { signedOn, days } = state;
  const now = request.confirmedDates;
  const isVoid = isMoved(state, request);
  const changed = changedSince(state.print, print);
  const isOver = (now.at(-1) ?? '') < todayInParis();
  const binds = words.binding(name, isContract(file), signedOn !== null);
  const isInvoice = name === 'facture';
  const isOtherwise =
    changed.has('own') || (!isOver && (changed.has('site') || (!binds && !isInvoice && changed.has('price'))));
  return [
    isVoid && binds && now.length > 0 ? words.outdated(words.causes.day, binds) : '',
    isVoid && days ? words.moved(days, now) : '',
    binds && changed.has('price') ? words.outdated(words.causes.price, binds) : '',
    isInvoice && changed.has('price') ? words.invoicePrice : '',
    changed.has('hours') ? words.otherHours : '',
    isOtherwise ? words.changed : '',
  ].filter(Boolean);
}
