import { areDaysOver } from '@site/contract/day-hours';
import { fundingDays, lastReimbursementDay } from '@site/contract/funding-days';
import { centsInEuros, lastFundingDay } from '@site/contract/offer';
import { addDays } from '@site/contract/today';
import { dayFile as words } from '../content/day-file';
import { mostAtFirst } from './contrat';
import { amountsOf, isTaxedOverseas, lacksRate } from './fields';
import { dueDay, needsDepositInvoice } from './money';
import {
  firstWholeDay,
  isConsumer,
  isInWithdrawal,
  lastConsumerDay,
  lastUnpayableDay,
  marksFor,
  type PaperData,
  signedOnOf,
  withDepositOfThen,
} from './paper-data';

interface Deadline {
  readonly text: string;
  /** In a few words, while it is late or less than a week away. */
  readonly near?: string;
  /** What ends it, each with its day; both yyyy-MM-dd. `from`: the first day on which it can be. */
  readonly marks?: readonly {
    readonly fact: 'fundingFiledOn' | 'depositOn' | 'reimbursementAskedOn' | 'paid';
    readonly on: string | null;
    readonly from: string;
  }[];
}

/** What the law and the fund of a reservation set. */
export function deadlinesOf(data: PaperData): readonly Deadline[] {
  const { deadlines } = words;
  const { file, site } = data;
  const isPaid = amountsOf(data).total > 0;
  return [
    ...(file.payer === 'self' && isPaid ? paymentsOf(data) : []),
    ...(isConsumer(file) && isPaid ? [distanceOf(data)] : []),
    ...(file.payer === 'agefice' ? fundingOf(data) : []),
    ...(file.payer !== 'self' && isPaid && data.request.confirmedDates.length > 0 ? [invoiceOf(data, '')] : []),
    ...overseasNotices(data).map((text) => ({ text })),
    ...(site.papers?.vat === 'standard' ? [] : [{ text: deadlines.vat }]),
  ];
}

/** Told beside the quote and the agreement, which both sides see before the invoice. */
export const overseasNotices = (data: PaperData): readonly string[] =>
  isTaxedOverseas(data) ? [lacksRate(data) ? words.deadlines.overseasBusiness : words.deadlines.overseas] : [];

function distanceOf(data: PaperData): Deadline {
  const signedOn = signedOnOf(data);
  const last = signedOn ? lastConsumerDay(signedOn) : null;
  return { text: words.deadlines.distance(last, data.file.payer === 'self', last !== null && last < data.today) };
}

/** @param from the first day on which it may be paid: yyyy-MM-dd, empty for any */
const invoiceOf = (data: PaperData, from: string): Deadline => ({
  text: words.deadlines.invoice(dueDay(data), from > data.today ? from : ''),
  marks: [{ fact: 'paid', on: data.request.followUp.paid ?? null, from }],
});

/** Deadlines of a contrat. A payment that is noted too early stays told as long as it is. */
function paymentsOf(data: PaperData): readonly Deadline[] {
  const { deadlines } = words;
  const signedOn = signedOnOf(data);
  const early = earlyPayment(data);
  return [
    ...(signedOn
      ? [...depositOf(data, signedOn), invoiceOf(data, firstWholeDay(signedOn, data.request.confirmedDates))]
      : [{ text: deadlines.unsigned }]),
    ...(early ? [{ text: deadlines.tooEarly(early) }] : []),
  ];
}

const asksDeposit = (data: PaperData): boolean => Boolean(withDepositOfThen(data).site.papers?.deposit);

/** Only where the owner asks for one, or one came. */
function depositOf(data: PaperData, signedOn: string): readonly Deadline[] {
  const { deadlines } = words;
  const { depositOn } = data.file;
  if (!asksDeposit(data) && !depositOn) return [];
  const last = lastUnpayableDay(signedOn);
  return [
    {
      text: deadlines.deposit(data.today <= last ? last : null, centsInEuros(mostAtFirst(data))),
      marks: [{ fact: 'depositOn', on: depositOn, from: addDays(last, 1) }],
    },
    ...(needsDepositInvoice(data) ? [{ text: deadlines.depositInvoice }] : []),
  ];
}

/** The day of a payment that came before it may. What was paid before a day moved is judged by the contrat of then. */
function earlyPayment({ request, file }: PaperData): string | undefined {
  const signedOn = marksFor('convention', file)?.signedOn;
  const { depositOn } = file;
  const { paid } = request.followUp;
  if (depositOn && (!signedOn || depositOn <= lastUnpayableDay(signedOn))) return depositOn;
  return paid && (!signedOn || paid < firstWholeDay(signedOn, request.confirmedDates)) ? paid : undefined;
}

/** Days within the time in which a consumer may withdraw who signs on that day: the agreement has a box for them (L221-25). */
export const daysToRequest = (data: PaperData, signedOn: string): readonly string[] =>
  isConsumer(data.file) && amountsOf(data).total > 0
    ? data.request.confirmedDates.filter((day) => day <= lastConsumerDay(signedOn))
    : [];

/**
 * Days to come that may not be held, as nobody has noted that the box is ticked; `private.days_without_request` has the
 * same rule.
 */
export function daysWithoutRequest(data: PaperData): readonly string[] {
  const signedOn = signedOnOf(data);
  if (!signedOn || (data.file.expressRequestOn ?? '') >= signedOn) return [];
  return daysToRequest(data, signedOn).filter((day) => day >= data.today);
}

/**
 * Warnings beside an agreement: days that come before their price may be asked for, and a consumer's days within the time to
 * withdraw, while the box for them is not ticked.
 */
export function withdrawalNotices(data: PaperData): readonly string[] {
  const { request, file, today } = data;
  if ((file.payer !== 'self' && !isConsumer(file)) || amountsOf(data).total === 0) return [];
  const isSigned = signedOnOf(data) !== null;
  // Nobody signs a contrat of days that are over, so that no time to withdraw runs.
  const days = request.confirmedDates.filter((day) => isSigned || day >= today);
  const unpayable =
    file.payer === 'self' && isInWithdrawal(today, data) ? days.filter((day) => isInWithdrawal(day, data)) : [];
  const early = isSigned ? [] : daysToRequest(data, today).filter((day) => day >= today);
  const unrequested = daysWithoutRequest(data);
  return [
    ...(unrequested.length > 0 ? [words.deadlines.unrequested(unrequested, file.payer === 'self')] : []),
    ...(unpayable.length > 0
      ? [words.deadlines.withdrawal(unpayable, areDaysOver(unpayable, today), asksDeposit(data))]
      : []),
    ...(early.length > 0 ? [words.deadlines.early(early)] : []),
  ];
}

function fundingOf({ request: { confirmedDates: days }, file, today }: PaperData): readonly Deadline[] {
  const { deadlines } = words;
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const isNear =
    !file.fundingFiledOn && today >= addDays(lastFundingDay(first), -7) && today <= lastReimbursementDay(last);
  const asked = fundingDays(days, '').due;
  const { late, due } = fundingDays(days, file.fundingFiledOn ? '' : today);
  return [
    {
      text: late && days.length > 1 ? deadlines.fundingOfSome(late, due) : deadlines.funding(asked, late !== ''),
      ...(isNear && { near: deadlines.nearFunding(late ? null : lastFundingDay(first)) }),
      marks: [{ fact: 'fundingFiledOn', on: file.fundingFiledOn, from: '' }],
    },
    {
      text: deadlines.reimbursed(lastReimbursementDay(last)),
      ...(file.reimbursementAskedOn !== undefined && {
        marks: [{ fact: 'reimbursementAskedOn', on: file.reimbursementAskedOn, from: '' }],
      }),
    },
  ];
}
