import { isContract, QUESTIONS } from '@site/contract/day-papers';
import { escapeHtml } from '@site/contract/escape-html';
import { palette } from '@site/contract/palette';
import { readPhone } from '@site/contract/phone';
import { centsInEuros } from '@site/contract/prices';
import { answerRows, stateWordOf } from '@site/supabase/requests';
import type { Person, PersonRequest } from '../api/wire';
import { RESULT_WORDS } from '../content/after-day';
import { formatDay, formatHour, formatLongMoment } from '../content/dates';
import { dayFile, marksInWords } from '../content/day-file';
import { historyText, visitorMails } from '../content/request-history';
import { person as words } from '../content/settings';
import { isAbroad } from '../papers/addresses';
import { followUpLines } from '../requests/detail/follow-up';

interface PersonFile {
  readonly product: string;
  readonly email: string;
  /** « 23 novembre 2026 à 14:32 » */
  readonly moment: string;
  readonly requests: readonly SheetRequest[];
}

const STYLE = `body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:${palette.ink}}
section{break-inside:avoid;border-top:1px solid ${palette.edge};padding-top:1rem;margin-top:1.5rem}
dt{font-weight:600;margin-top:.5rem}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}ul{margin:0;padding-left:1.2rem}
@media print{body{margin:0;max-width:none}}`;

/** A page of its own, to send or to print. It contains texts of visitors, and may load and run nothing. */
export function renderPersonPage({ product, email, moment, requests }: PersonFile): string {
  return `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(words.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(words.title)}</h1>
<p>${escapeHtml(words.intro(product, email, moment))}</p>
${requests.map(sectionOf).join('\n')}
</body>
</html>
`;
}

const sectionOf = ({ title, rows }: SheetRequest) =>
  `<section><h2>${escapeHtml(title)}</h2><dl>${rows.map(rowOf).join('')}</dl></section>`;

function rowOf([label, value]: Row): string {
  const html =
    typeof value === 'string'
      ? escapeHtml(value)
      : `<ul>${value.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;
  return `<dt>${escapeHtml(label)}</dt><dd>${html}</dd>`;
}

/** A person's data as JSON, for programs, with the words of the page. */
export function renderPersonJson({ product, email, moment, requests }: PersonFile): string {
  const { file } = words;
  const content = {
    [file.by]: product,
    [file.address]: email,
    [file.moment]: moment,
    [file.requests]: requests.map(({ title, rows }) => ({ [file.request]: title, ...Object.fromEntries(rows) })),
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** A row of a request; several values are a list. */
type Row = readonly [label: string, value: string | readonly string[]];

interface SheetRequest {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** All that is stored about a person in words that they understand, oldest first. */
export function sheetOf({ contacts, reservations }: Person): readonly SheetRequest[] {
  return [...contacts, ...reservations]
    .sort((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1))
    .map((request) => ({
      title: words.request[request.kind],
      rows: rowsOf(request).filter(([, value]) => value.length > 0),
    }));
}

function rowsOf(request: PersonRequest): readonly Row[] {
  const { labels } = words;
  return [
    [labels.receivedAt, formatLongMoment(request.receivedAt)],
    [labels.name, request.name],
    [labels.email, request.email],
    [labels.phone, readPhone(request.phone ?? '').shown],
    ...answerRows(request).map(({ label, value }): Row => [label, value]),
    [labels.message, request.message ?? ''],
    [labels.dates, request.dates.map(formatDay)],
    [labels.confirmedDates, request.confirmedDates.map(formatDay)],
    [labels.state, stateWordOf(request)],
    [labels.handledAt, request.handledAt ? formatLongMoment(request.handledAt) : ''],
    [labels.note, request.note ?? ''],
    [labels.followUp, followUpLines(request)],
    ...(request.file ? fileRows(request.file) : []),
    [
      labels.history,
      request.history.map(
        ({ at, action }) => `${formatLongMoment(at)}\u00a0: ${historyText({ action, detail: null })}`,
      ),
    ],
    [labels.mails, request.mails.map(mailLine)],
  ];
}

function fileRows(file: NonNullable<PersonRequest['file']>): readonly Row[] {
  const { trainee, deadlines, attendance, feedback, list } = dayFile;
  const answers = file.feedback;
  return [
    [trainee.address, file.address ?? ''],
    [trainee.number(trainee.siren, isAbroad(file.address ?? '')), file.siren ?? ''],
    [trainee.status, file.status ? trainee.statuses[file.status] : ''],
    [trainee.payer, file.payer ? trainee.payers[file.payer] : ''],
    [file.payer === 'other' ? trainee.funderName : trainee.payerName, file.payerName ?? ''],
    [trainee.payerAddress, file.payerAddress ?? ''],
    [trainee.number(trainee.payerSiren, isAbroad(file.payerAddress ?? '')), file.payerSiren ?? ''],
    [trainee.priorLevel, file.priorLevel ?? ''],
    [trainee.nextDays, file.nextDays ?? ''],
    [deadlines.marks.fundingFiledOn, file.fundingFiledOn ? formatDay(file.fundingFiledOn) : ''],
    [deadlines.marks.fundingDroppedOn, file.fundingDroppedOn ? formatDay(file.fundingDroppedOn) : ''],
    [deadlines.marks.reimbursementAskedOn, file.reimbursementAskedOn ? formatDay(file.reimbursementAskedOn) : ''],
    [deadlines.marks.depositOn, file.depositOn ? formatDay(file.depositOn) : ''],
    [trainee.price, file.priceCents === null ? '' : centsInEuros(file.priceCents)],
    [trainee.cancelPrice, file.cancelCents ? centsInEuros(file.cancelCents) : ''],
    [attendance.price, file.followedCents === null ? '' : centsInEuros(file.followedCents)],
    [
      attendance.title,
      (file.kept ?? []).map(
        ({ date, half, from, to }) =>
          `${formatDay(date)}, ${attendance.half[half]}\u00a0: ${from && to ? `${formatHour(from)} – ${formatHour(to)}` : attendance.wasAbsent}`,
      ),
    ],
    [
      attendance.results,
      (file.results ?? []).map(({ objective, result }) => `${objective}\u00a0: ${RESULT_WORDS[result]}`),
    ],
    [
      feedback.title,
      answers ? QUESTIONS.map((name) => `${feedback.questions[name]}\u00a0: ${feedback.score(answers[name])}`) : [],
    ],
    [feedback.remark, answers?.remark ?? ''],
    [list, file.papers.flatMap((state) => marksInWords(state, isContract(file)))],
  ];
}

function mailLine({ kind, sentAt }: PersonRequest['mails'][number]): string {
  const state = sentAt ? words.sent(formatLongMoment(sentAt)) : words.unsent;
  return `${visitorMails[kind] ?? words.ownMail}\u00a0: ${state}`;
}
