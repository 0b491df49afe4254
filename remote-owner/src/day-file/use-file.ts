import {
  type DayFile,
  type DayFileChanges,
  isContract,
  type PaperName,
  type PaperStep,
} from '@site/contract/day-papers';
import { todayInParis } from '@site/shared-ui';
import type { OwnedRequest } from '@site/supabase/requests';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useMemo, useState } from 'react';
import { CallError, currentOf } from '../api/call-error';
import { type OwnerApi, useFirstDayAhead, useSpace } from '../api/owner-api';
import type { RequestDetail } from '../api/requests';
import { legibleAnswer } from '../api/use-call';
import type { ReservationFile } from '../api/wire';
import { dayFile as words } from '../content/day-file';
import { titleOf } from '../content/paper-names';
import { WRITE } from '../papers/all-papers';
import { daysToRequest } from '../papers/deadlines';
import { followedMinutesOf } from '../papers/fields';
import type { Paper } from '../papers/paper';
import type { PaperData } from '../papers/paper-data';
import { failureText, useAction } from '../view/form';

/** Puts the answer of a call on screen. After a conflict, this is what the other device saved. */
function useShowFile(id: string) {
  const queries = useQueryClient();
  return (reservation: ReservationFile) => {
    const { request } = reservation;
    queries.setQueryData(['owner_day_file', { id }], reservation);
    queries.setQueryData<RequestDetail | null>(['owner_request', { id }], (now) => now && { ...now, request });
    void queries.invalidateQueries({ queryKey: ['owner_request', { id }] });
    void queries.invalidateQueries({ queryKey: ['owner_today'] });
  };
}

interface FileAction<Value, Args, Given> extends Omit<Parameters<typeof useAction<Value, Args>>[0], 'onError'> {
  /** Shows what another device saved, after a conflict. */
  readonly showOther: (current: Given) => void;
}

/** One change of the file at a time. */
function useFileAction<Value, Args, Given>({ showOther, ...options }: FileAction<Value, Args, Given>) {
  const { host } = useSpace();
  const { isPending, mutate } = useAction<Value, Args>({
    ...options,
    onError: (error) => {
      const current = currentOf<Given>(error);
      if (current) showOther(legibleAnswer(current));
      host.notify({ title: current ? words.changedElsewhere : failureText(error), tone: 'error' });
    },
  });
  return { isPending, act: (args: Args) => !isPending && mutate(args) };
}

/** Saves details of the file. */
export function useSaveFile({ request: { id }, file: { version } }: ReservationFile, onSaved: () => void) {
  const { api } = useSpace();
  const show = useShowFile(id);
  const { act, isPending } = useFileAction({
    showOther: show,
    mutationFn: async (changes: DayFileChanges) => {
      const saved = await api.call('owner_change_day_file', { id, version, changes });
      return 'kept' in changes ? noteHeld(api, saved) : saved;
    },
    onSuccess: (reservation) => {
      show(reservation);
      onSaved();
    },
    done: () => words.saved,
  });
  return { save: act, isSaving: isPending };
}

/**
 * Marks the days as held once all hours are noted, unless the trainee followed none. The owner can also mark them in
 * the follow-up.
 */
async function noteHeld(api: OwnerApi, reservation: ReservationFile): Promise<ReservationFile> {
  const { id, version, followUp, confirmedDates } = reservation.request;
  if (followUp.held || !followedMinutesOf(reservation)) return reservation;
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
  /** The answer to the question about the box of the agreement; missing where nobody asks it. */
  readonly expressRequestOn?: string | null;
}

/** Marks papers as sent or signed, in turn. One that the database refuses is named, and hinders no other. */
export function useMarkPapers(reservation: ReservationFile, onMarked?: () => void) {
  const { api, host } = useSpace();
  const { id } = reservation.request;
  const show = useShowFile(id);
  return useFileAction({
    showOther: show,
    mutationFn: async (marks: readonly Mark[]) => {
      let marked = reservation;
      const refused: string[] = [];
      for (const { fingerprint, expressRequestOn, ...mark } of marks) {
        const args = { id, version: marked.file.version, ...mark, print: fingerprint };
        const answer = await api.call('owner_mark_paper', args).catch((error: unknown) => {
          if (marks.length === 1 || !isRefusal(error)) throw error;
          refused.push(words.marks.refused(paperTitle(mark.paper, marked.file), failureText(error)));
        });
        if (!answer) continue;
        show(answer);
        marked = await noteBoxTicked(api, answer, expressRequestOn);
      }
      return { marked, refused, count: marks.length };
    },
    onSuccess: ({ marked, refused }) => {
      show(marked);
      if (refused.length > 0) host.notify({ title: refused.join(' '), tone: 'error' });
      onMarked?.();
    },
    done: ({ refused, count }) => (refused.length === count ? null : words.marks.done),
  }).act;
}

const isRefusal = (error: unknown) => error instanceof CallError && error.reason === 'impossible';

/** Stores whether the box of the agreement is ticked, where it was asked and is not stored. */
async function noteBoxTicked(api: OwnerApi, reservation: ReservationFile, expressRequestOn: string | null | undefined) {
  const { request, file } = reservation;
  if (expressRequestOn === undefined || expressRequestOn === file.expressRequestOn) return reservation;
  const changes = { expressRequestOn };
  return api.call('owner_change_day_file', { id: request.id, version: file.version, changes });
}

/**
 * Notes a signature. Asks first about the box of the agreement, if it has one. `question`: props of
 * `ExpressRequestQuestion`.
 */
export function useSign(reservation: ReservationFile, onMarked?: () => void) {
  const data = usePaperData(reservation);
  const mark = useMarkPapers(reservation, onMarked);
  const [unanswered, setUnanswered] = useState<Mark | null>(null);
  const daysFor = ({ paper, step, day }: Mark) =>
    paper === 'convention' && step === 'signed' && day ? daysToRequest(data, day) : [];
  return {
    sign: (signature: Mark) => {
      if (daysFor(signature).length > 0) setUnanswered(signature);
      else mark([signature]);
    },
    question: {
      days: unanswered && daysFor(unanswered),
      onClose: () => setUnanswered(null),
      onAnswer: (isTicked: boolean) => {
        setUnanswered(null);
        if (unanswered) mark([{ ...unanswered, expressRequestOn: isTicked ? unanswered.day : null }]);
      },
    },
  };
}

/** Keeps a paper as it went out, whatever the texts of the site say now. */
export function useLeaveAsSent(reservation: ReservationFile) {
  const { api } = useSpace();
  const { id } = reservation.request;
  const { version } = reservation.file;
  const show = useShowFile(id);
  return useFileAction({
    showOther: show,
    mutationFn: (sent: { readonly paper: PaperName; readonly print: string }) =>
      api.call('owner_leave_paper', { id, version, ...sent }),
    onSuccess: show,
    done: () => words.leftAsSent,
  }).act;
}

/**
 * The day of a mark: today, unless the owner chooses another one since the paper went out. `field`: props of its
 * date.
 */
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

/** Marks what the visitor has written as read once the file is open. */
export function useMarkAsRead({ request: { id }, file: { isNew } }: ReservationFile) {
  const { api } = useSpace();
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

/** The server’s answer and the texts of the site, which papers are written from, as of today. */
export function usePaperData(reservation: ReservationFile): PaperData & Required<Pick<PaperData, 'ahead'>> {
  const { site } = useSpace().host;
  const today = todayInParis();
  const ahead = useFirstDayAhead();
  return useMemo(() => ({ ...reservation, site, today, ahead }), [reservation, site, today, ahead]);
}

export function usePaperWriter(reservation: ReservationFile) {
  const data = usePaperData(reservation);
  return useMemo(() => {
    const written = new Map<PaperName, Paper>();
    return (name: PaperName): Paper => {
      const paper = written.get(name) ?? WRITE[name](data);
      written.set(name, paper);
      return paper;
    };
  }, [data]);
}

export const paperTitle = (name: PaperName, file: DayFile) => titleOf(name, isContract(file));

/** Notes that the client has paid, or takes the note back. What a cancellation asks for ends with a payment. */
export function useMarkPaid(reservation: ReservationFile) {
  const { api } = useSpace();
  const queries = useQueryClient();
  const { id, version } = reservation.request;
  const show = useShowFile(id);
  return useFileAction({
    showOther: (request: OwnedRequest) => show({ ...reservation, request }),
    mutationFn: (day: string | null) => api.call('owner_follow_up', { id, version, step: 'paid', day }),
    onSuccess: (request) => {
      show({ ...reservation, request, ...(request.followUp.paid && { left: null, calledOff: null }) });
      void queries.invalidateQueries({ queryKey: ['owner_day_file', { id }] });
    },
    done: () => words.marks.done,
  }).act;
}
