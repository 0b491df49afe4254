import { areDaysOver } from '@site/contract/day-hours';
import { CONVOCATION_DAYS_BEFORE, isContract } from '@site/contract/day-papers';
import { fundingDays, lastReimbursementDay } from '@site/contract/funding-days';
import { lastFundingDay } from '@site/contract/offer';
import { centsInEuros } from '@site/contract/prices';
import { addDays } from '@site/contract/today';
import { type RightEnding, dayFile as words } from '../content/day-file';
import { maximumDeposit } from './contrat';
import { followedMinutesOf, hasFollowedLess, hasPrice, isCancelled, owes } from './fields';
import { depositOf, depositReceived, dueDay, needsDepositInvoice } from './money';
import {
  asAgreed,
  carriedDepositOn,
  isCompany,
  isConsumer,
  isProfessional,
  isTaught,
  type PaperData,
  paperState,
  signedOnOf,
} from './paper-data';
import { amountsOf, isCountryUnknown, isTaxForeign, overseasVatOf, vatOf } from './tax';
import { firstWholeDay, isWithinTenDays, lastConsumerDay, lastUnpayableDay } from './withdrawal';

/**
 * The next day to come that has something to do, or the training; null without one. yyyy-MM-dd
 * @param isInvited whether the convocation has gone out
 */
export function nextDateOf(data: PaperData, isInvited: boolean) {
  const agreed = asAgreed(data);
  const { file, request, today } = agreed;
  const { confirmedDates: days, followUp } = request;
  const [first] = days;
  if (!first || isCancelled(agreed)) return null;
  const known = [
    { what: 'day', day: days.find((day) => day > today) ?? '' },
    { what: 'convocation', day: isInvited ? '' : addDays(first, -CONVOCATION_DAYS_BEFORE) },
    {
      what: 'funding',
      day:
        file.payer === 'agefice' && !file.fundingFiledOn && !file.fundingDroppedOn && hasPrice(agreed)
          ? (days.map(lastFundingDay).find((day) => day > today) ?? '')
          : '',
    },
    { what: 'invoice', day: followUp.paid || !owes(agreed) ? '' : dueDay(agreed) },
  ] as const;
  return known.filter(({ day }) => day > today).sort((one, other) => one.day.localeCompare(other.day))[0] ?? null;
}

interface Deadline {
  readonly text: string;
  /** A few words about it; set only while it is late or less than a week away. */
  readonly near?: string;
  /** Where what follows from it is decided: a field of the file, or the follow-up of the request. */
  readonly place?: 'payer' | 'request';
  /**
   * The details that end it. `on`: the day that was noted. `from`: the first day that may be noted. Both are
   * yyyy-MM-dd.
   */
  readonly marks?: readonly {
    readonly detail: 'fundingFiledOn' | 'fundingDroppedOn' | 'depositOn' | 'reimbursementAskedOn' | 'paid';
    readonly on: string | null;
    readonly from: string;
  }[];
}

/** Days from the first one of the training in which FIF-PL takes a request (ansfl.org, 2024). */
const FIFPL_DAYS = 10;

/** The deadlines that the law and the fund set for a reservation. */
export function deadlinesOf(data: PaperData): readonly Deadline[] {
  const agreed = asAgreed(data);
  const { deadlines } = words;
  const { file } = agreed;
  const [first] = agreed.request.confirmedDates;
  const isPaid = amountsOf(agreed).total > 0;
  return [
    ...(isCancelled(agreed) ? depositOfCancelled(agreed) : []),
    ...(isCancelled(agreed) && file.cancelCents ? [cancelDueOf(file.cancelCents, agreed)] : []),
    ...(isContract(file) && isPaid && !isCancelled(agreed) ? paymentsOf(agreed) : []),
    ...(isConsumer(file) && isPaid ? [distanceOf(agreed)] : []),
    ...(file.payer === 'agefice' && hasPrice(agreed) ? fundingOf(agreed) : []),
    ...(file.payer === 'fifpl' && first && hasPrice(agreed)
      ? [{ text: deadlines.fifpl(addDays(first, FIFPL_DAYS)) }]
      : []),
    ...((!isContract(file) || !isPaid) && agreed.request.confirmedDates.length > 0 ? [invoiceOf(agreed, '')] : []),
    ...(isContract(file) ? [] : takenOver(agreed)),
    ...(isCancelled(agreed) && !file.cancelCents ? [] : taxNotices(agreed)),
  ];
}

const taxNotices = (data: PaperData): readonly Deadline[] =>
  [
    ...placeNotices(data),
    ...(data.site.papers?.vat === 'standard' && vatOf(data).category !== 'O' ? [] : [words.deadlines.vat]),
  ].map((text) => ({ text }));

/** The deposit of a cancelled contrat: it counts towards the compensation. `takenOver` handles other clients. */
function depositOfCancelled({ file, site }: PaperData): readonly Deadline[] {
  const { depositOn: on, depositCents } = file;
  const { signedOn = null, deposit } = paperState('convention', file) ?? {};
  const isAsked = isContract(file) && signedOn !== null && (deposit ?? site.papers?.deposit);
  if (!on && !isAsked) return [];
  const { depositCame, depositUnknown } = words.deadlines;
  return [
    {
      text: on ? depositCame(depositCents ? centsInEuros(depositCents) : '', on) : depositUnknown,
      ...(isContract(file) && {
        marks: [{ detail: 'depositOn', on, from: firstPayableDay(signedOn) }],
      }),
    },
  ];
}

/** The first day after the ten days of a contrat; empty where nobody has signed one. */
const firstPayableDay = (signedOn: string | null | undefined) =>
  signedOn ? addDays(lastUnpayableDay(signedOn), 1) : '';

/** What the deposit covers is not to be paid any more; of a contrat, nothing is paid within its ten days. */
function cancelDueOf(cents: number, { file, request }: PaperData): Deadline {
  const { paid: on = null, convention_signed: signedOn } = request.followUp;
  const from = isContract(file) ? firstPayableDay(signedOn) : '';
  const isCovered = file.depositOn !== null && (file.depositCents ?? 0) >= cents;
  return {
    text: words.deadlines.cancelDue(centsInEuros(cents)),
    ...((on || !isCovered) && { marks: [{ detail: 'paid', on, from }] }),
  };
}

/**
 * About a tax that depends on the place of the client, and about a deposit of a trainee who is no client any more: told
 * beside the invoice and what both sides see before it.
 */
export const clientNotices = (data: PaperData): readonly string[] => [...placeNotices(data), ...refundNotices(data)];

const refundNotices = (data: PaperData): readonly string[] =>
  isCompany(data.file) && data.file.depositOn
    ? [words.deadlines.refund(centsInEuros(depositReceived(data)), data.file.depositOn)]
    : [];

function placeNotices(data: PaperData): readonly string[] {
  const vat = overseasVatOf(data);
  if (vat) return [words.deadlines.overseas(vat.rate, vat.mention, isProfessional(data.file))];
  if (isTaxForeign(data)) return [words.deadlines.abroad];
  return isCountryUnknown(data) ? [words.deadlines.unknownCountry] : [];
}

function distanceOf(data: PaperData): Deadline {
  const signedOn = signedOnOf(data);
  const last = signedOn ? lastConsumerDay(signedOn) : null;
  return { text: words.deadlines.distance(last, isContract(data.file), endingOf(data, last)) };
}

function endingOf(data: PaperData, last: string | null): RightEnding {
  const { file, today } = data;
  if (last !== null && last < today) return 'over';
  const isAsked = last !== null && (file.expressRequestOn ?? '') >= (signedOnOf(data) ?? '');
  if (!isAsked || !isTaught(data)) return 'open';
  if (followedMinutesOf(data) === null) return 'unknown';
  return hasFollowedLess(data) ? 'partly' : 'used';
}

/**
 * Where nothing is due, only a payment that is noted all the same can be taken back.
 * @param from the first day on which it may be paid: yyyy-MM-dd, empty for any
 */
function invoiceOf(data: PaperData, from: string): Deadline {
  const on = data.request.followUp.paid ?? null;
  const marks = [{ detail: 'paid', on, from }] as const;
  if (!owes(data)) return { text: words.deadlines.nothingDue, ...(on && { marks }) };
  return { text: words.deadlines.invoice(dueDay(data), from > data.today ? from : ''), marks };
}

/** The deadlines of a contrat. The list shows a payment that was noted too early until it is corrected. */
function paymentsOf(data: PaperData): readonly Deadline[] {
  const { deadlines } = words;
  const signedOn = signedOnOf(data);
  const early = earlyPayment(data);
  return [
    ...depositDeadlines(data, signedOn),
    signedOn || !owes(data)
      ? invoiceOf(data, signedOn ? firstWholeDay(signedOn, data.request.confirmedDates) : '')
      : { text: deadlines.unsigned(null), place: 'request' as const },
    ...(early ? [{ text: deadlines.tooEarly(early) }] : []),
  ];
}

/** A deposit that came before somebody else was to pay; the owner takes the note back once it is paid back. */
function takenOver(data: PaperData): readonly Deadline[] {
  const texts = carriedDepositOn(data) ? [words.deadlines.carried(centsInEuros(depositOf(data)))] : refundNotices(data);
  const invoice = needsDepositInvoice(data) ? [{ text: words.deadlines.depositInvoice }] : [];
  return [
    ...texts.map((text) => ({ text, marks: [{ detail: 'depositOn', on: data.file.depositOn, from: '' }] as const })),
    ...invoice,
  ];
}

/**
 * The deposit; empty unless the owner asks for one or one was paid. One that came under the agreement before may be
 * taken back until the present one is signed, which says that it came.
 */
function depositDeadlines(data: PaperData, signedOn: string | null): readonly Deadline[] {
  const { deadlines } = words;
  const { depositOn } = data.file;
  const sum = centsInEuros(depositOf(data) || maximumDeposit(data));
  const invoice = needsDepositInvoice(data) ? [{ text: deadlines.depositInvoice }] : [];
  if (carriedDepositOn(data)) {
    const mark = { detail: 'depositOn', on: depositOn, from: '' } as const;
    return [{ text: deadlines.carried(sum), ...(!signedOn && { marks: [mark] }) }, ...invoice];
  }
  if (!signedOn || (!(data.site.papers?.deposit && hasPrice(data)) && !depositOn)) return [];
  const last = lastUnpayableDay(signedOn);
  return [
    {
      text: deadlines.deposit(data.today <= last ? last : null, sum),
      marks: [{ detail: 'depositOn', on: depositOn, from: addDays(last, 1) }],
    },
    ...invoice,
  ];
}

/**
 * The day of a payment that came before the contrat allowed it. If a training day has moved since, the contrat that
 * was signed at that time decides.
 */
function earlyPayment(data: PaperData): string | undefined {
  const { request, file } = data;
  const signedOn = paperState('convention', file)?.signedOn;
  const { depositOn } = file;
  const { paid } = request.followUp;
  if (depositOn && !carriedDepositOn(data) && (!signedOn || depositOn <= lastUnpayableDay(signedOn))) return depositOn;
  return paid && (!signedOn || paid < firstWholeDay(signedOn, request.confirmedDates)) ? paid : undefined;
}

/**
 * The training days within the time to withdraw of a consumer who signs on `signedOn`. The agreement has a box to ask
 * for them (L221-25).
 */
export const daysToRequest = (data: PaperData, signedOn: string): readonly string[] =>
  isConsumer(data.file) && amountsOf(data).total > 0
    ? data.request.confirmedDates.filter((day) => day <= lastConsumerDay(signedOn))
    : [];

/**
 * Future days that may not be held because nobody has noted that the box is ticked. `private.days_without_request`
 * has the same rule.
 */
export function daysWithoutConsent(data: PaperData): readonly string[] {
  const signedOn = signedOnOf(data);
  if (!signedOn || (data.file.expressRequestOn ?? '') >= signedOn) return [];
  return daysToRequest(data, signedOn).filter((day) => day >= (data.ahead ?? data.today));
}

/**
 * Warnings beside an agreement. They name days that come before their price may be asked for, and a consumer’s days
 * within the time to withdraw while the box for them is not ticked.
 */
export function withdrawalNotices(data: PaperData): readonly string[] {
  const agreed = asAgreed(data);
  const { request, file, site, today, ahead = today } = agreed;
  if ((!isContract(file) && !isConsumer(file)) || amountsOf(agreed).total === 0) return [];
  const signedOn = signedOnOf(agreed);
  const isSigned = signedOn !== null;
  // Nobody signs a contrat for days that are over, so no time to withdraw begins.
  const days = request.confirmedDates.filter((day) => isSigned || day >= ahead);
  const unpayable =
    isContract(file) && isWithinTenDays(today, agreed) ? days.filter((day) => isWithinTenDays(day, agreed)) : [];
  const early = isSigned ? [] : daysToRequest(agreed, today).filter((day) => day >= ahead);
  const unrequested = daysWithoutConsent(agreed);
  return [
    ...(unrequested.length > 0 ? [words.deadlines.unrequested(unrequested, isContract(file))] : []),
    ...(unpayable.length > 0
      ? [
          words.deadlines.withdrawal(unpayable, {
            areOver: areDaysOver(unpayable, ahead),
            hasDeposit: site.papers?.deposit === true,
            isSigned,
            until: lastUnpayableDay(signedOn ?? today),
            whole: firstWholeDay(signedOn ?? today, days),
          }),
        ]
      : []),
    ...(early.length > 0 ? [words.deadlines.early(early)] : []),
  ];
}

function fundingOf(data: PaperData): readonly Deadline[] {
  const { request, file, today } = data;
  const { confirmedDates: days } = request;
  const { deadlines } = words;
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const dropped = file.fundingDroppedOn;
  const drop = { detail: 'fundingDroppedOn', on: dropped, from: '' } as const;
  if (dropped) return [{ text: deadlines.fundingDropped(signedOnOf(data) !== null), place: 'payer', marks: [drop] }];
  const isNear = (day: string) => today >= addDays(lastFundingDay(day), -7);
  const open = days.find((day) => lastFundingDay(day) >= today && isNear(day));
  const isLost = !file.reimbursementAskedOn && today > lastReimbursementDay(last);
  const nextDue = fundingDays(days, '').due;
  const { late, due } = fundingDays(days, file.fundingFiledOn ? '' : today);
  return [
    {
      text: late && days.length > 1 ? deadlines.fundingOfSome(late, due) : deadlines.funding(nextDue, late !== ''),
      ...(!file.fundingFiledOn && isNear(first) && { near: deadlines.nearFunding(open ? lastFundingDay(open) : null) }),
      marks: [
        { detail: 'fundingFiledOn', on: file.fundingFiledOn, from: '' },
        ...(file.fundingFiledOn && !isLost ? [] : [drop]),
      ],
    },
    {
      text: deadlines.reimbursed(lastReimbursementDay(last), isLost),
      marks: [{ detail: 'reimbursementAskedOn', on: file.reimbursementAskedOn, from: '' }],
    },
  ];
}
