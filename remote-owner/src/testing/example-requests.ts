import type { OwnedRequest } from '@site/supabase/requests';

const base: OwnedRequest = {
  kind: 'reservation',
  id: '',
  version: 1,
  receivedAt: '2026-11-20T13:32:00Z',
  name: 'Camille Martin',
  email: 'camille@exemple.fr',
  phone: '06 39 98 00 00',
  isAgefice: false,
  message: null,
  dates: ['2026-12-07', '2026-12-08'],
  confirmedDates: [],
  takenDates: [],
  status: 'nouvelle',
  flagged: false,
  unwanted: false,
  isSpam: false,
  handledAt: null,
  note: null,
  followUp: {},
};

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A request with defaults for fields that a test does not care about. */
export const exampleRequest = (number: number, changes: Partial<OwnedRequest> = {}): OwnedRequest => ({
  ...base,
  id: idOf(number),
  ...changes,
});

export const exampleMessage = (number: number, changes: Partial<OwnedRequest> = {}): OwnedRequest =>
  exampleRequest(number, {
    kind: 'contact',
    name: 'Alex Roy',
    email: 'alex@exemple.fr',
    message: 'Bonjour, est-ce possible en soirée\u202f?',
    dates: [],
    status: null,
    ...changes,
  });

export const exampleRequests: readonly OwnedRequest[] = [
  exampleRequest(1),
  exampleMessage(2),
  exampleRequest(3, {
    name: 'Dominique Petit',
    email: 'dominique@exemple.fr',
    status: 'confirmee',
    isAgefice: true,
    dates: ['2026-12-10'],
    confirmedDates: ['2026-12-10'],
  }),
];
