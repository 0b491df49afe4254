import type { ManagedDay, ManagedRequest } from '../../src/api/managed-request';

/** A day with defaults for what a test does not care about: nothing has happened to it since the request. */
export const managedDay = (
  changes: Pick<ManagedDay, 'date' | 'confirmed' | 'uid'> & Partial<ManagedDay>,
): ManagedDay => ({
  declined: false,
  wasConfirmed: false,
  replacedBy: null,
  insteadOf: null,
  askedFor: null,
  inAgreement: true,
  calledOff: false,
  ...changes,
});

/** A request with the same defaults. */
export const managedRequest = (changes: Partial<ManagedRequest>): ManagedRequest => ({
  status: 'nouvelle',
  version: 2,
  isAgefice: false,
  isFundingSettled: false,
  isFundingDropped: false,
  isFundingAdded: false,
  daysWanted: null,
  dayCents: null,
  priceCents: null,
  wasConfirmed: false,
  isOwnersCancellation: null,
  agreement: null,
  calledOff: null,
  newAgreement: null,
  isContract: null,
  mayWithdraw: true,
  videoLink: null,
  days: [],
  givenUp: [],
  dropped: [],
  replaced: [],
  ...changes,
});
