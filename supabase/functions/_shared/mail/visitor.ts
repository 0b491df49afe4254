import type { VisitorMail } from '../claimed-mail.ts';
import { visitorFoot, visitorFunding, visitorLabels, visitorSubject, visitorText } from '../content/visitor.ts';
import { formatDay, formatMoment } from '../french-dates.ts';
import { type Block, typed } from './body.ts';
import { isAddress, mailtoLink } from './visitor-address.ts';

/** @throws when the text could be several addresses or inject a header */
export function recipientOf({ detail: { email } }: VisitorMail): string {
  if (!isAddress(email)) throw new Error('The address of a mail to a visitor is not exactly one address.');
  return email;
}

export const visitorSubjectOf = ({ kind, detail }: VisitorMail): string => visitorSubject[kind](detail);

/** Repeats no typed text: the address may be a stranger's, who must not receive another person's words. */
export function visitorBody({ kind, detail }: VisitorMail, owner: string): Block[] {
  const { days, receivedAt, isAgefice } = detail;
  return [
    { kind: 'title', line: [visitorSubject[kind](detail)] },
    ...visitorText[kind](detail).map((sentence): Block => ({ kind: 'line', line: [sentence] })),
    ...(days.length > 0
      ? [{ kind: 'list', label: visitorLabels.days[kind], items: days.map((day) => [formatDay(day)]) } as const]
      : []),
    {
      kind: 'facts',
      facts: [
        { label: visitorLabels.receivedAt, value: [`${formatMoment(receivedAt)} (heure de Paris)`] },
        { label: visitorLabels.funding, value: [visitorFunding(isAgefice)] },
      ],
    },
    { kind: 'line', line: visitorFoot.reach(typed(owner, mailtoLink(owner))) },
  ];
}

export const visitorClosing = (): Block[] => [{ kind: 'small', line: [visitorFoot.notYou] }];
