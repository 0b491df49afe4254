import * as v from 'valibot';

export const moment = v.pipe(v.string(), v.isoTimestamp());
export const day = v.pipe(v.string(), v.isoDate());
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));

export const request = v.object({
  kind: v.picklist(['contact', 'reservation']),
  id: v.pipe(v.string(), v.uuid()),
  version: count,
  receivedAt: moment,
  name: v.string(),
  email: v.string(),
  phone: v.nullable(v.string()),
  isAgefice: v.boolean(),
  message: v.nullable(v.string()),
  dates: v.array(day),
  confirmedDates: v.array(day),
  takenDates: v.array(day),
  status: v.nullable(v.picklist(['nouvelle', 'confirmee', 'annulee'])),
  flagged: v.boolean(),
  unwanted: v.boolean(),
  isSpam: v.boolean(),
  handledAt: v.nullable(moment),
  note: v.nullable(v.string()),
  followUp: v.object({
    convention_sent: v.exactOptional(day),
    convention_signed: v.exactOptional(day),
    paid: v.exactOptional(day),
    held: v.exactOptional(day),
  }),
});

export const detail = v.object({
  request,
  history: v.array(v.object({ at: moment, who: v.nullable(v.string()), action: v.string(), detail: v.unknown() })),
  mails: v.array(v.object({ kind: v.string(), sentAt: v.nullable(moment), failedAt: v.nullable(moment) })),
  tellsVisitor: v.boolean(),
  others: v.array(request),
  clashes: v.array(v.object({ date: day, id: v.string(), name: v.string(), isConfirmed: v.boolean() })),
});

const personRequest = v.object({
  ...request.entries,
  mails: v.array(v.object({ kind: v.string(), sentAt: v.nullable(moment) })),
  history: v.array(v.object({ at: moment, action: v.string() })),
});

export const person = v.object({ contacts: v.array(personRequest), reservations: v.array(personRequest) });
