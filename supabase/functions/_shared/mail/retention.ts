import type { RetentionMail } from '../claimed-mail.ts';
import {
  retentionReason,
  retentionResumes,
  retentionSubject,
  retentionTitle,
  retentionWording,
} from '../content/retention.ts';
import { formatMoment } from '../french-dates.ts';
import type { Block } from './body.ts';

type Detail = RetentionMail['detail'];

export { retentionSubject };

export function retentionBody(detail: Detail): Block[] {
  const { reason, lastRunAt, resumesAt } = detail;
  const { checkClock, wrongClock, rightClock, command } = retentionWording;
  return [
    { kind: 'title', line: [retentionTitle] },
    { kind: 'notice', line: [retentionWording.text(detail)] },
    { kind: 'line', line: [retentionReason[reason](lastRunAt && formatMoment(lastRunAt))] },
    { kind: 'list', label: retentionWording.steps, items: [[checkClock], [wrongClock], [rightClock]] },
    { kind: 'line', line: [command] },
    { kind: 'line', line: [retentionResumes(formatMoment(resumesAt))] },
  ];
}
