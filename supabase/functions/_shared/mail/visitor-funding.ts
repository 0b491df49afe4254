import { type Block, type Inset, type Line, typed } from '../body.ts';
import type { VisitorMail } from '../claimed-mail.ts';
import { FUNDING_LEAD_DAYS, visitorFunding } from '../content/visitor-funding.ts';
import { addDays, formatDay, parisDay } from '../french-dates.ts';
import type { MailSettings } from '../mail-settings.ts';
import { mailtoLink } from './visitor-address.ts';

/** The way to the fund's money, for those who asked for it. */
export function fundingBlocks({ kind, detail }: VisitorMail, { origin, to }: MailSettings): Block[] {
  const guide = guideOf(origin);
  if (!detail.isAgefice) return [];
  if (kind === 'receipt') return guide ? [{ kind: 'line', line: visitorFunding.guideAlone(guide) }] : [];
  if (kind !== 'confirmation' && kind !== 'funding') return [];
  const items: readonly Line[] = [
    visitorFunding.guide(guide),
    visitorFunding.documents(typed(to, mailtoLink(to))),
    deadline(detail),
    visitorFunding.portage,
  ];
  return [{ kind: 'list', label: visitorFunding.label, items }];
}

function deadline({ days, queuedAt }: VisitorMail['detail']): Line {
  const [first = ''] = days;
  const last = addDays(first, -FUNDING_LEAD_DAYS);
  return last < parisDay(queuedAt) ? visitorFunding.late : visitorFunding.deadline(formatDay(last), days.length > 1);
}

function guideOf(origin: string): Inset | undefined {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return undefined;
  const { href } = new URL(visitorFunding.path, origin);
  return typed(href, href);
}
