import type { EndedAgreement } from '@site/contract/agreement-words';
import { type DayFile, PAPERS } from '@site/contract/day-papers';
import type { OwnedRequest } from '@site/supabase/requests';
import { CallError } from '../api/call-error';
import type { ReservationFile } from '../api/wire';
import type { Handlers } from './space-handlers';

export const EMPTY_FILE: DayFile = {
  version: 1,
  address: null,
  siren: null,
  status: null,
  payer: null,
  payerName: null,
  payerAddress: null,
  payerSiren: null,
  priorLevel: null,
  vatThen: null,
  signedClient: null,
  nextDays: null,
  dayCents: null,
  priceCents: null,
  followedCents: null,
  kept: null,
  results: null,
  fundingFiledOn: null,
  fundingDroppedOn: null,
  cancelCents: null,
  depositOn: null,
  depositCents: null,
  expressRequestOn: null,
  reimbursementAskedOn: null,
  filledAt: null,
  feedback: null,
  answeredAt: null,
  isNew: false,
  papers: PAPERS.map((paper) => ({
    paper,
    sentOn: null,
    signedOn: null,
    days: null,
    print: null,
    left: null,
    replaces: null,
    deposit: null,
    texts: null,
    payableFrom: null,
  })),
};

export interface FileOptions {
  /** The version of a request up to which the visitor's calendar has other hours. */
  readonly otherHours: number | undefined;
  readonly endedByVisitor: (request: OwnedRequest) => EndedAgreement | null;
  readonly endedByOwner: (request: OwnedRequest) => EndedAgreement | null;
}

/** Answers the calls about the files of days, which `files` holds by the id of their request. */
export function fileHandlers(
  rows: Map<string, OwnedRequest>,
  files: Map<string, DayFile>,
  { otherHours, endedByVisitor, endedByOwner }: FileOptions,
) {
  const read = (id: string): ReservationFile | null => {
    const request = rows.get(id);
    if (!request) return null;
    const file = files.get(id) ?? EMPTY_FILE;
    return {
      request,
      videoLink: 'https://visio.example/salle',
      hasOtherHours: request.version === otherHours,
      left: endedByVisitor(request),
      calledOff: endedByOwner(request),
      hasLowNote: !request.note && Object.values(file.feedback ?? {}).some((score) => Number(score) <= 2),
      file: { ...file, payer: file.payer ?? (request.isAgefice ? 'agefice' : null) },
    };
  };
  const change = (
    id: string,
    version: number,
    changes: (reservation: ReservationFile) => Partial<DayFile>,
  ): ReservationFile => {
    const reservation = read(id);
    if (!reservation) throw new CallError('gone');
    if (reservation.file.version !== version) throw new CallError('changed', reservation);
    files.set(id, { ...reservation.file, ...changes(reservation), version: version + 1 });
    return read(id) ?? reservation;
  };
  return {
    owner_day_file: ({ id }) => read(id),
    owner_see_day_file: ({ id }) => {
      const reservation = read(id);
      if (reservation) files.set(id, { ...reservation.file, isNew: false });
      return read(id);
    },
    owner_change_day_file: ({ id, version, changes }) => change(id, version, () => changes),
    owner_leave_paper: ({ id, version, paper, print }) =>
      change(id, version, ({ file }) => ({
        papers: file.papers.map((state) => (state.paper === paper ? { ...state, left: print } : state)),
      })),
    owner_mark_paper: ({ id, version, paper, step, day, print = null }) =>
      change(id, version, ({ file, request }) => ({
        papers: file.papers.map((state) =>
          state.paper === paper
            ? { ...state, [step === 'sent' ? 'sentOn' : 'signedOn']: day, days: request.confirmedDates, print }
            : state,
        ),
      })),
  } satisfies Partial<Handlers>;
}
