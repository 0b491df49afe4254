import { areDaysOver } from '@site/contract/day-hours';
import type { DayFile, DayFileChanges, PaperName, PaperStep } from '@site/contract/day-papers';
import { todayInParis } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useState } from 'react';
import { currentOf, legibleAnswer } from '../api/answer';
import { type OwnerApi, useOwner } from '../api/owner-api';
import type { ReservationFile } from '../api/wire';
import { marksOf, dayFile as words } from '../content/day-file';
import { titleOf } from '../content/paper-names';
import { isExpected, WRITE } from '../papers/all-papers';
import { overseasNotices, withdrawalNotices } from '../papers/deadlines';
import { isMoved, keptMinutes, marksFor } from '../papers/fields';
import { changedSince, isContrat, type Paper } from '../papers/paper';
import { failureText, useAction } from '../view/form';

/** Puts an answer on screen; after a change on another device, what that one saved. */
function useShownFile(id: string) {
  const queries = useQueryClient();
  return (reservation: ReservationFile) => {
    queries.setQueryData(['owner_day_file', { id }], reservation);
    void queries.invalidateQueries({ queryKey: ['owner_request', { id }] });
  };
}

/** Saves facts of the file, one save at a time. `isConflict`: another device was first; what was typed can be saved again. */
export function useSaveFile({ request: { id }, file: { version } }: ReservationFile, onSaved: () => void) {
  const { api, host } = useOwner();
  const show = useShownFile(id);
  const saving = useAction({
    mutationFn: async (changes: DayFileChanges) => {
      const saved = await api.call('owner_change_day_file', { id, version, changes });
      return 'kept' in changes ? noteHeld(api, saved) : saved;
    },
    onSuccess: (reservation) => {
      show(reservation);
      onSaved();
    },
    done: () => words.saved,
    onError: (error) => {
      const current = currentOf<ReservationFile>(error);
      if (current) show(legibleAnswer(current));
      else host.notify({ title: failureText(error), tone: 'error' });
    },
  });
  return {
    save: (changes: DayFileChanges) => !saving.isPending && saving.mutate(changes),
    isSaving: saving.isPending,
    isConflict: currentOf(saving.error) !== null,
  };
}

/** Marks the days as held once all hours are noted, unless the trainee followed none. The follow-up can still note it. */
async function noteHeld(api: OwnerApi, reservation: ReservationFile): Promise<ReservationFile> {
  const { id, version, followUp, confirmedDates } = reservation.request;
  if (followUp.held || !keptMinutes(reservation)) return reservation;
  const noted = { id, version, step: 'held', day: confirmedDates.at(-1) ?? null } as const;
  return api.call('owner_follow_up', noted).then(
    (request) => ({ ...reservation, request }),
    () => reservation,
  );
}

interface Mark {
  readonly paper: PaperName;
  readonly step: PaperStep;
  /** yyyy-MM-dd; null takes the mark back. */
  readonly day: string | null;
  readonly fingerprint: string;
}

/** Marks papers as sent or signed, one after the other. */
export function useMarkPapers(reservation: ReservationFile) {
  const { api, host } = useOwner();
  const { id } = reservation.request;
  const show = useShownFile(id);
  const marking = useAction({
    mutationFn: async (marks: readonly Mark[]) => {
      let marked = reservation;
      for (const { fingerprint, ...mark } of marks) {
        marked = await api.call('owner_mark_paper', { id, version: marked.file.version, ...mark, print: fingerprint });
        show(marked);
      }
      return marked;
    },
    onSuccess: show,
    done: () => words.marks.done,
    onError: (error) => {
      const current = currentOf<ReservationFile>(error);
      if (current) show(legibleAnswer(current));
      host.notify({ title: current ? words.changedElsewhere : failureText(error), tone: 'error' });
    },
  });
  return (marks: readonly Mark[]) => !marking.isPending && marking.mutate(marks);
}

/** The day of a mark: today, until the owner chooses one since the paper went out. `field`: props of its date. */
export function useMarkedDay(sentOn: string | null) {
  const today = todayInParis();
  const [day, setDay] = useState(today);
  const isBefore = sentOn !== null && day !== '' && day < sentOn;
  const isWrong = isBefore || day === '' || day > today;
  const error = isBefore ? words.marks.beforeSent(sentOn) : isWrong ? words.marks.dayWrong : undefined;
  return {
    day,
    isWrong,
    field: {
      type: 'date',
      min: sentOn ?? undefined,
      max: today,
      value: day,
      error,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => setDay(target.value),
    },
  };
}

/** What the visitor has written is no longer new once the file is open. */
export function useSeen({ request: { id }, file: { isNew } }: ReservationFile) {
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

export function useExpected(reservation: ReservationFile) {
  const { host } = useOwner();
  return (name: PaperName): boolean => isExpected(name, { ...reservation, site: host.site, today: todayInParis() });
}

/** The paper as it is now, from the answer and the facts of the site. */
export function usePaper(reservation: ReservationFile) {
  const { host } = useOwner();
  return (name: PaperName): Paper => WRITE[name]({ ...reservation, site: host.site, today: todayInParis() });
}

export const nameOf = (name: PaperName, file: DayFile) => titleOf(name, isContrat(file));

/** Notes that the client has paid, or takes the note back. */
export function useMarkPaid(reservation: ReservationFile) {
  const { api, host } = useOwner();
  const { id, version } = reservation.request;
  const show = useShownFile(id);
  const marking = useAction({
    mutationFn: (day: string | null) => api.call('owner_follow_up', { id, version, step: 'paid', day }),
    onSuccess: (request) => show({ ...reservation, request }),
    done: () => words.marks.done,
    onError: (error) => {
      const current = currentOf<OwnedRequest>(error);
      if (current) show({ ...reservation, request: legibleAnswer(current) });
      host.notify({ title: current ? words.changedElsewhere : failureText(error), tone: 'error' });
    },
  });
  return (day: string | null) => !marking.isPending && marking.mutate(day);
}

/** When a paper went out, and what has changed since. */
export function stateOf(name: PaperName, reservation: ReservationFile, fingerprint: string): readonly string[] {
  return [
    ...marksOf(marksFor(name, reservation.file), isContrat(reservation.file)),
    ...warningsFor(name, reservation, fingerprint),
  ].filter(Boolean);
}

/** After the days, nobody sends them any more. */
export const UNTIL_THE_LAST_DAY: readonly PaperName[] = ['devis', 'programme', 'convocation'];

/** Whether the days are over and no signature of their contrat is noted, of these days or of others. */
export const isHeldUnsigned = ({ request, file }: ReservationFile): boolean =>
  isContrat(file) && areDaysOver(request.confirmedDates, todayInParis()) && !marksFor('convention', file)?.signedOn;

/** What is told beside a contrat: before its days, or once they were held without it. */
export function useContractNotices(reservation: ReservationFile): readonly string[] {
  const { site } = useOwner().host;
  const { request } = reservation;
  if (request.status === 'annulee') return [];
  if (!isHeldUnsigned(reservation)) return withdrawalNotices({ ...reservation, site, today: todayInParis() });
  return keptMinutes(reservation) === 0 ? [] : [words.now.heldUnsigned(request.confirmedDates)];
}

/** Told beside a paper, and not in it. */
export function useNotices(name: PaperName, reservation: ReservationFile): readonly string[] {
  const { site } = useOwner().host;
  const ofContract = useContractNotices(reservation);
  if (name !== 'devis' && name !== 'convention') return [];
  const overseas = overseasNotices({ ...reservation, site, today: todayInParis() });
  return name === 'convention' ? [...ofContract, ...overseas] : overseas;
}

/** Why a paper that went out is no longer right. Once the days are over, a new text of the site changes nothing in it. */
export function warningsFor(
  name: PaperName,
  { file, request }: ReservationFile,
  fingerprint: string,
): readonly string[] {
  const state = marksFor(name, file);
  if (!state || (!state.sentOn && !state.signedOn)) return [];
  const { signedOn, days } = state;
  const now = request.confirmedDates;
  if (UNTIL_THE_LAST_DAY.includes(name) && areDaysOver(now, todayInParis())) return [];
  const isVoid = isMoved(state, request);
  const changed = changedSince(state.print, fingerprint);
  const isOver = now.length === 0 || areDaysOver(now, todayInParis());
  const binds = words.binding(name, isContrat(file), signedOn !== null);
  const isInvoice = name === 'facture';
  // Of days that are over, the tax is that of then.
  const isTaxedOtherwise = changed.has('vat') && !isOver;
  const isOtherwise =
    changed.has('own') ||
    (!isOver && (changed.has('site') || (!binds && !isInvoice && (changed.has('price') || changed.has('vat')))));
  return [
    isVoid && binds && now.length > 0 ? words.outdated(words.causes.day, binds) : '',
    isVoid && days ? words.moved(days, now) : '',
    binds && changed.has('price') ? words.outdated(words.causes.price, binds) : '',
    binds && isTaxedOtherwise ? words.outdated(words.causes.vat, binds) : '',
    isInvoice && changed.has('price') ? words.invoiceChanged(words.causes.price) : '',
    isInvoice && isTaxedOtherwise ? words.invoiceChanged(words.causes.vat) : '',
    changed.has('hours') ? words.otherHours : '',
    isOtherwise ? words.changed : '',
    changed.has('letterhead') && !isOver && !isOtherwise ? words.otherLetterhead : '',
  ].filter(Boolean);
}
