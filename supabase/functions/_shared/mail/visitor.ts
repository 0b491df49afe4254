import { agreementToSign, LINK_FOLLOWS, otherPlanNote, overPriceNote } from '@site/contract/agreement-words';
import { isEmail } from '@site/contract/email';
import { BOOKING_FIELDS, optionInWords } from '@site/contract/form-fields';
import { formatHour } from '@site/contract/french-dates';
import { FUNDING_STATE, fundingDays, fundingSteps } from '@site/contract/funding-days';
import { contractToCome, isTooSoonForFunding, soonDay } from '@site/contract/offer';
import { priceInWords } from '@site/contract/prices';
import { firstDayAhead, timeInParis, todayInParis } from '@site/contract/today';
import type { VisitorMail } from '../claimed-mail.ts';
import {
  dueAgreement,
  insteadOf,
  onlyDeclines,
  onlyWithdraws,
  visitorFacts,
  visitorFoot,
  visitorFunding,
  visitorGreeting,
  visitorLabels,
  visitorNext,
  visitorSubject,
  visitorText,
  visitorTitle,
  visitorValues,
} from '../content/visitor.ts';
import { formatDay } from '../french.ts';
import type { MailSettings, SiteFacts } from '../settings.ts';
import {
  type Block,
  forHeader,
  type Inset,
  type Line,
  type Row,
  sanitizeLine,
  sanitizeMultiline,
  textFor,
  typed,
} from '../text.ts';
import { mailtoLink, typedPhone } from './addresses.ts';
import { withDays } from './requests.ts';

const LONGEST_PRODUCT = 80;

/** @throws when the text could be several addresses or inject a header */
export function recipientOf({ detail: { email } }: VisitorMail): string {
  if (!isEmail(email)) throw new Error('The address of a mail to a visitor is not exactly one address.');
  return email;
}

/**
 * The mail as it is read. Nobody is expected, or disappointed, on a day whose hours are over; the price is that of all
 * days.
 */
function asRead(mail: VisitorMail, { hours }: SiteFacts): VisitorMail {
  const { kind, detail } = mail;
  if (kind !== 'confirmation' && kind !== 'cancellation' && kind !== 'asked') return mail;
  const { moved, refused = [] } = detail;
  const first = firstDayAhead(hours, new Date(detail.queuedAt));
  const ahead = (days: readonly string[] = []) => days.filter((day) => day >= first);
  const read = {
    ...detail,
    days: ahead(detail.days),
    ...(detail.kept && { kept: ahead(detail.kept) }),
    givenUpDays: ahead(detail.givenUpDays),
    declined: ahead(detail.declined),
    withdrawn: detail.withdrawn.filter((day) => day >= first || moved.some(({ from }) => from === day)),
    refused: refused.filter(({ from }) => from >= first),
    late: refused.filter(({ from, to }) => from < first && to >= first),
  };
  return { ...mail, detail: read };
}

export function visitorSubjectOf(claimed: VisitorMail, { product, facts }: MailSettings): string {
  const { kind, detail } = asRead(claimed, facts);
  const begin = visitorSubject[kind](detail);
  const about = product ? `${begin}\u00a0: ${forHeader(product, LONGEST_PRODUCT)}` : begin;
  const days = kind === 'confirmation' ? changedDays(detail) : detail.days;
  return withDays(about + (product ? ', ' : '\u00a0: '), days) || about;
}

/** Days that the mail is sent for; it lists all. */
function changedDays(detail: VisitorMail['detail']): readonly string[] {
  if (onlyWithdraws(detail)) return detail.withdrawn;
  if (onlyDeclines(detail)) return detail.declined ?? [];
  return detail.moved.length > 0 ? detail.moved.map(({ to }) => to) : detail.days;
}

/**
 * The greeting. It repeats only a name of letters: the address may be a stranger's, who must not receive words of
 * somebody else.
 */
export function visitorBody(claimed: VisitorMail, sender: MailSettings): Block[] {
  const mail = asRead(claimed, sender.facts);
  const { kind, detail } = mail;
  const line = (text: string): Block => ({ kind: 'line', line: [text] });
  const days: Line[] = detail.days.map((day) => [formatDay(day) + insteadOf(day, detail)]);
  const over = claimed.detail.days.filter((day) => !detail.days.includes(day));
  const rows = kind === 'confirmation' && days.length === 0 ? [] : rowsOf({ ...claimed, kind }, sender, over);
  return [
    { kind: 'title', line: [visitorTitle[kind](detail)] },
    line(visitorGreeting(detail.name)),
    ...visitorText[kind](detail, sender.facts).map(line),
    ...reasonOf(detail, sender),
    ...(days.length > 1 ? [{ kind: 'list', label: visitorLabels.days[kind], items: days } as const] : []),
    ...(rows.length > 0 ? [{ kind: 'rows', rows } as const] : []),
    ...next(mail),
    ...fundingBlocks(mail, sender),
    ...manage(mail, sender.origin),
    reach(sender),
    ...signature(sender),
  ];
}

function reasonOf({ reason }: VisitorMail['detail'], { facts: { prices } }: MailSettings): Block[] {
  const label = visitorLabels.reason(sanitizeLine(prices?.trainer ?? ''));
  return reason ? [{ kind: 'message', label, lines: sanitizeMultiline(reason).split('\n') }] : [];
}

const signature = ({ product, facts: { prices } }: MailSettings): Block[] =>
  prices?.trainer ? [{ kind: 'line', line: [typed(prices.trainer), ...(product ? [', ', typed(product)] : [])] }] : [];

/** Shown only before the owner has answered, because a stranger may have typed the address. */
export const visitorClosing = ({ kind }: VisitorMail): Block[] =>
  kind === 'receipt' || kind === 'link' ? [{ kind: 'small', line: [visitorFoot.notYou] }] : [];

/**
 * The video link is for those alone whose day is confirmed.
 * @param over days of the price that the mail does not name
 */
function rowsOf(mail: VisitorMail, { facts, origin }: MailSettings, over: readonly string[]): Row[] {
  const { kind, detail } = mail;
  const { receivedAt, request, isAgefice, isFundingDropped } = detail;
  const isConfirmed = kind === 'confirmation' || kind === 'reminder';
  const moment = new Date(receivedAt);
  const received: Row = {
    label: visitorLabels.receivedAt[request],
    value: [visitorValues.moment(todayInParis(moment), timeInParis(moment))],
  };
  const fund = isAgefice ? FUNDING_STATE.asked : isFundingDropped && FUNDING_STATE.dropped;
  const funding: Row[] = fund ? [{ label: visitorLabels.funding, value: [fund] }] : [];
  if (kind === 'receipt' && request === 'contact') return [received, ...funding];
  if (kind !== 'receipt' && !isConfirmed) return [];
  const { hours, videoTool, videoLink, phone } = facts;
  const wantedDays = isConfirmed || detail.daysWanted === 'all' ? detail.days.length : 1;
  const price = priceInWords(detail, wantedDays, facts.prices?.isNet);
  const question = BOOKING_FIELDS.daysWanted;
  const wanted = optionInWords(question, detail.daysWanted, detail.days);
  const toAnswer = wanted === question.unanswered && manage(mail, origin).length > 0 ? visitorValues.toAnswer : '';
  return [
    ...(isConfirmed ? [] : [received]),
    ...(wanted && !isConfirmed ? [{ label: question.shortLabel, value: [wanted + toAnswer] }] : []),
    ...(hours
      ? [{ label: visitorLabels.hours, value: [visitorValues.hours(formatHour(hours.from), formatHour(hours.to))] }]
      : []),
    { label: visitorLabels.place, value: [visitorValues.place(videoTool)] },
    ...(isConfirmed && videoLink ? [{ label: visitorLabels.videoLink, value: [typed(videoLink, videoLink)] }] : []),
    ...(kind === 'confirmation' && !videoLink ? [{ label: visitorLabels.videoLink, value: [LINK_FOLLOWS] }] : []),
    ...(isConfirmed && phone ? [{ label: visitorLabels.phone, value: [typedPhone(phone)] }] : []),
    ...(price && kind !== 'reminder'
      ? [{ label: visitorLabels.price, value: [price + overPriceNote(over) + otherPlanNote(detail)] }]
      : []),
    ...funding,
  ];
}

function next({ kind, detail }: VisitorMail): Block[] {
  const { manageUrl, lacks } = detail;
  const { next: label, toPrepare } = visitorLabels;
  const list = (label: string, items: readonly string[]): Block[] => [
    { kind: 'list', label, items: items.map((item) => [item]) },
  ];
  if (kind === 'confirmation' && detail.days.length > 0) {
    const facts = (manageUrl ? (lacks ?? []) : []).flatMap((fact) => textFor(visitorFacts, fact) ?? []);
    const steps = [...agreementStep(detail), ...(facts.length > 0 ? [visitorNext.facts(facts)] : [])];
    return steps.length > 0 ? list(label, steps) : [];
  }
  if (kind === 'receipt' && detail.request === 'reservation' && !detail.isAgefice)
    return [{ kind: 'line', line: [contractToCome(detail.days, todayInParis(new Date(detail.queuedAt)))] }];
  return kind === 'reminder' ? list(toPrepare, visitorNext.prepare(detail)) : [];
}

/** None where the signed agreement still holds. */
function agreementStep(detail: VisitorMail['detail']): string[] {
  const { agreement, newAgreement, isContract = null, status, days, queuedAt } = detail;
  const soon = isContract === false ? '' : soonDay(days, todayInParis(new Date(queuedAt)), status);
  return agreement || newAgreement ? dueAgreement(detail, days) : [agreementToSign(isContract, status) + soon];
}

function manage({ kind, detail }: VisitorMail, origin: string): Block[] {
  const href = manageLink(detail, origin);
  const action = kind === 'feedback' ? { label: visitorNext.answer } : { label: visitorNext.manage, isQuiet: true };
  return href ? [{ kind: 'actions', actions: [{ ...action, href }] }] : [];
}

/** The address of the page on which the visitor manages the request; undefined without one. */
export function manageLink({ manageUrl }: VisitorMail['detail'], origin: string): string | undefined {
  const base = URL.canParse(origin) ? origin : undefined;
  if (!manageUrl || !URL.canParse(manageUrl, base)) return undefined;
  const { href, protocol } = new URL(manageUrl, base);
  return /^https?:$/.test(protocol) ? href : undefined;
}

function reach({ to, facts: { phone } }: MailSettings): Block {
  const number = phone ? typedPhone(phone) : undefined;
  return { kind: 'line', line: visitorFoot.reach(typed(to, mailtoLink(to)), number) };
}

/** The way to the fund's money, for those who asked for it. */
function fundingBlocks({ kind, detail }: VisitorMail, { origin, to, facts }: MailSettings): Block[] {
  const guide = guideOf(origin);
  if (!detail.isAgefice || detail.isFundingSettled) return [];
  const { days } = detail;
  const today = todayInParis(new Date(detail.queuedAt));
  if (kind === 'receipt' || kind === 'asked') {
    const { kept = [] } = detail;
    const all = [...kept, ...days].sort();
    const { late } = fundingDays(all, today);
    // The file has one last date: of a day and the one that is asked for in its place, that of the earlier one.
    const first = all.find((day) => !isTooSoonForFunding(day, today));
    const [reserved, requested] = [kept, days].map((of) => first && of.includes(first) && fundingDays(of, today));
    const inTime = days.filter((day) => !isTooSoonForFunding(day, today)).length;
    const lines = [
      ...(late ? [visitorFunding.soon(late)] : []),
      ...(reserved ? [visitorFunding.due(reserved, { kept })] : []),
      ...(requested ? [visitorFunding.due(requested, { asked: days.length, inTime })] : []),
      ...(kind === 'receipt' ? [visitorFunding.prepare] : []),
      ...(kind === 'receipt' && guide ? [visitorFunding.guideAlone(guide)] : []),
    ];
    return lines.map((line) => ({ kind: 'line', line }));
  }
  if (days.length === 0 || (kind !== 'confirmation' && kind !== 'funding')) return [];
  const items = fundingSteps<Inset>({
    days,
    today,
    guide,
    email: typed(to, mailtoLink(to)),
    hasForm: facts.preRegistrationUrl !== undefined,
    answered: 'cet e-mail',
    status: detail.status,
  });
  return [{ kind: 'list', label: visitorFunding.label, items }];
}

function guideOf(origin: string): Inset | undefined {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return undefined;
  const { href } = new URL(visitorFunding.path, origin);
  return typed(href, href);
}
