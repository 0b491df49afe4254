import type { EndedAgreement } from '@site/contract/agreement-words';
import { hasFirstDayCome, hasLastDayCome } from '@site/contract/day-hours';
import { CONVOCATION_DAYS_BEFORE, isContract, PAPERS, type PaperName } from '@site/contract/day-papers';
import { WITHDRAWAL_DAYS } from '@site/contract/offer';
import { centsInEuros } from '@site/contract/prices';
import { addDays } from '@site/contract/today';
import { Card, Flex, Heading, Stack, Text, todayInParis } from '@site/shared-ui';
import { fieldId, TextField } from '@site/shared-ui/form';
import { balanceOf, isHeld } from '@site/supabase/requests';
import { Printer } from 'lucide';
import { useSpace } from '../api/owner-api';
import { useCall } from '../api/use-call';
import type { ReservationFile } from '../api/wire';
import { dayFile } from '../content/day-file';
import { dateField, dateSentence } from '../content/health';
import { markedPaper } from '../content/paper-names';
import { detail } from '../content/requests';
import { isExpected } from '../papers/all-papers';
import { daysWithoutConsent, deadlinesOf, nextDateOf } from '../papers/deadlines';
import { followedMinutesOf, hasPrice } from '../papers/fields';
import { isElsewhere, type MissingField } from '../papers/paper';
import { isTaught, isVoid, paperState } from '../papers/paper-data';
import { missingKeys } from '../papers/site-fields';
import { ActionButton, useCallAction, useSeeGivenUp } from '../view/form';
import { ExpressRequestQuestion } from '../view/questions';
import {
  ALL_PAPERS,
  ButtonLink,
  currentView,
  ENDED_AGREEMENT,
  LACKING,
  NOTE,
  OVERVIEW,
  ViewTextLink,
  viewOfPlace,
} from '../view/view-address';
import { SIGNED } from './send-papers';
import { paperTitle, useMarkedDay, useMarkPaid, usePaperData, usePaperWriter, useSaveFile, useSign } from './use-file';
import { UNTIL_THE_LAST_DAY, useContratNotices, voidAgreement, warningsFor, wasTaughtUnsigned } from './warnings';

const words = dayFile.now;

const FROM_THE_WEEK_BEFORE: readonly PaperName[] = ['convocation', 'emargement'];
/**
 * Papers without use after the days: nobody signs a contrat for days that are over, and nothing may be asked for
 * without one.
 */
const OF_A_CONTRAT: readonly PaperName[] = ['convention', 'facture'];
const FROM_THE_FIRST_DAY: readonly PaperName[] = ['certificat', 'attestation', 'facture'];

/**
 * The papers to send now: those that have not gone out in their present form. A blank sheet goes with the
 * convocation.
 */
export function useDuePapers(reservation: ReservationFile) {
  const write = usePaperWriter(reservation);
  const data = usePaperData(reservation);
  const { confirmedDates: days, status, agreement, newAgreement } = reservation.request;
  /** Whether both sides have signed what nothing is to replace, also with another payer. */
  const isAgreed = Boolean(agreement && !newAgreement);
  const { today } = data;
  const isTime = (name: PaperName) =>
    !(UNTIL_THE_LAST_DAY.includes(name) && isTaught(data)) &&
    !(FROM_THE_WEEK_BEFORE.includes(name) && !hasFirstDayCome(days, addDays(today, CONVOCATION_DAYS_BEFORE))) &&
    !(FROM_THE_FIRST_DAY.includes(name) && !hasFirstDayCome(days, today)) &&
    !(OF_A_CONTRAT.includes(name) && wasTaughtUnsigned(data)) &&
    !(name === 'facture' && followedMinutesOf(reservation) === null);
  const hasGone = (name: PaperName) => {
    const state = paperState(name, reservation.file);
    if (!state || isVoid(state, reservation.request)) return false;
    if (name === 'convention' && state.signedOn) return true;
    const warnings = warningsFor(name, data, write(name).fingerprint);
    return state.sentOn !== null && warnings.every(({ code }) => code === 'letterhead');
  };
  const isNeeded = (name: PaperName) =>
    isExpected(name, data) &&
    !(name === 'devis' && hasGone('convention')) &&
    !(isAgreed && (name === 'devis' || name === 'convention'));
  const due = status === 'annulee' ? [] : PAPERS.filter((name) => isTime(name) && isNeeded(name) && !hasGone(name));
  return {
    write,
    hasGone,
    ready: due.filter((name) => write(name).isComplete),
    outside: due.filter((name) => write(name).isOutside),
    /** The fields that can be known by now. */
    missing: due
      .flatMap((name) => write(name).missing)
      .filter(({ isLater, field }) => !isLater && !isElsewhere(field, data)),
  };
}

interface NextStepsProps {
  readonly reservation: ReservationFile;
}

/**
 * The next steps of the file: each missing detail once, one sending of all papers that are ready, and one tap for each
 * signature.
 */
export function NextSteps({ reservation }: NextStepsProps) {
  const { write, hasGone, ready, outside, missing } = useDuePapers(reservation);
  const data = usePaperData(reservation);
  const isCancelled = reservation.request.status === 'annulee';
  const near = isCancelled ? [] : deadlinesOf(data).flatMap(({ near = [] }) => near);
  const dates = useDates(reservation);
  const next = nextDateOf(data, hasGone('convocation'));
  const contratNotices = useContratNotices(reservation);
  const isUnsigned = wasTaughtUnsigned(data);
  const sheets = ready.filter((name) => name !== 'facture');
  const isSheetAhead = !hasLastDayCome(reservation.request.confirmedDates, data.today);
  const unsigned = SIGNED.filter(
    (name) =>
      !(name === 'emargement' && (isSheetAhead || followedMinutesOf(reservation) === 0)) &&
      !(name === 'convention' && isUnsigned) &&
      hasGone(name) &&
      !paperState(name, reservation.file)?.signedOn &&
      (write(name).isComplete || write(name).isOutside),
  );
  const voided = voidAgreement(reservation, write('convention').fingerprint);
  const ended = reservation.left ?? reservation.calledOff;
  const isDone =
    !voided && [near, dates, contratNotices, missing, ready, outside, unsigned].every(({ length }) => length === 0);
  return (
    <Card>
      <Stack gap="3" align="flex-start">
        <Heading as="h3" size="xl" id="now" tabIndex={-1}>
          {words.title}
        </Heading>
        {near.map((deadline) => (
          <ViewTextLink key={deadline} to={{ ...currentView(), field: 'fundingFiledOn' }}>
            {deadline}
          </ViewTextLink>
        ))}
        {dates.map((date) => (
          <DateLine key={date.kind + date.due} date={date} />
        ))}
        {voided && <Text>{voided}</Text>}
        {contratNotices.map((notice) => (
          <Text key={notice}>{notice}</Text>
        ))}
        {!isCancelled && daysWithoutConsent(data).length > 0 && <BoxNote reservation={reservation} />}
        {isUnsigned && contratNotices.length > 0 && (
          <ViewTextLink to={{ ...currentView(), paper: 'convention' }}>{words.noteContract}</ViewTextLink>
        )}
        {missing.length > 0 && <Missing missing={missing} />}
        {sheets.length > 0 && <Text>{words.ready(sheets.map((name) => paperTitle(name, reservation.file)))}</Text>}
        {outside.length > 0 && <Text>{words.outside(outside.map((name) => paperTitle(name, reservation.file)))}</Text>}
        {ready.includes('facture') && (
          <ViewTextLink to={{ ...currentView(), paper: 'facture' }}>{words.invoice(!hasPrice(data))}</ViewTextLink>
        )}
        {reservation.hasLowNote && (
          <>
            <Text>{words.lowNote}</Text>
            <ViewTextLink to={{ ...currentView(), paper: null, field: NOTE }}>{words.writeNote}</ViewTextLink>
          </>
        )}
        {ended && <AfterAgreement agreement={ended} reservation={reservation} />}
        {!isCancelled && isHeld(reservation.request) && <Text>{detail.held(reservation.request.heldCents)}</Text>}
        {isDone && !reservation.hasOtherHours && !reservation.hasLowNote && !ended && (
          <>
            <Text>{words.nothing}</Text>
            {next && <Text>{words.next(next.what, next.day)}</Text>}
          </>
        )}
        {reservation.hasOtherHours && <OtherHours reservation={reservation} />}
        {unsigned.map((paper) => (
          <Signature key={paper} paper={paper} reservation={reservation} />
        ))}
        <ButtonLink
          to={{ ...currentView(), paper: ALL_PAPERS }}
          icon={Printer}
          variant={sheets.length > 0 && missing.length === 0 ? 'primary' : 'quiet'}
        >
          {sheets.length > 0 ? words.send(sheets.length) : dayFile.all[isCancelled ? 'title' : 'open']}
        </ButtonLink>
      </Stack>
    </Card>
  );
}

/** A deadline is hidden at once when the file has its date; the next answer of `owner_today` removes it. */
const ENDS: Readonly<Record<string, (reservation: ReservationFile) => unknown>> = {
  invoice: ({ request }) => request.followUp.paid,
  payable: ({ file }) => file.depositOn,
  reimbursement: ({ file }) => file.reimbursementAskedOn ?? file.fundingDroppedOn,
};

/**
 * The dates for which « Aujourd'hui » leads here; the database decides when one is near. A date that asks for a
 * paper, a signature, the hours or the file for the fund is shown as that step instead.
 */
function useDates(reservation: ReservationFile) {
  const { data } = useCall('owner_today', {});
  return (data?.concerns ?? []).flatMap((concern) => {
    if ((concern.kind !== 'invoice' && concern.kind !== 'deadline') || concern.request !== reservation.request.id)
      return [];
    const end = ENDS[concern.kind === 'invoice' ? concern.kind : concern.step];
    return end && !end(reservation) ? [concern] : [];
  });
}

/** Each date leads to the box that ends it. */
function DateLine({ date }: { readonly date: ReturnType<typeof useDates>[number] }) {
  return <ViewTextLink to={{ ...currentView(), field: dateField(date) }}>{dateSentence(date)}</ViewTextLink>;
}

interface SignatureProps extends NextStepsProps {
  /** A paper that went out. */
  readonly paper: PaperName;
}

function Signature({ paper, reservation }: SignatureProps) {
  const { sign, question } = useSign(reservation, focusNextSteps);
  const { fingerprint } = usePaperWriter(reservation)(paper);
  const { day, isWrong, field } = useMarkedDay(paperState(paper, reservation.file)?.sentOn ?? null);
  const signed = markedPaper(paper, 'signed', isContract(reservation.file));
  return (
    <>
      <TextField label={words.signedOn(signed)} name={`signed-${paper}`} {...field} />
      <ActionButton disabled={isWrong} onClick={() => sign({ paper, step: 'signed', day, fingerprint })}>
        {words.noteSigned(signed, isWrong || day === todayInParis() ? null : day)}
      </ActionButton>
      <ExpressRequestQuestion {...question} />
    </>
  );
}

/** Notes that the box of the agreement is ticked, if nobody noted it with the signature. */
function BoxNote({ reservation }: NextStepsProps) {
  const { save } = useSaveFile(reservation, focusNextSteps);
  return <ActionButton onClick={() => save({ expressRequestOn: todayInParis() })}>{words.noteBoxTicked}</ActionButton>;
}

interface AfterAgreementProps extends NextStepsProps {
  readonly agreement: EndedAgreement;
}

/**
 * What the owner has to do after a cancellation, and what the visitor was told about it: a sum is given back or paid on
 * a day, and without any it is done.
 */
function AfterAgreement({ agreement, reservation }: AfterAgreementProps) {
  const { request, file, left: endedByVisitor } = reservation;
  const see = useSeeGivenUp(request.id);
  const markPaid = useMarkPaid(reservation);
  const { day, isWrong, field } = useMarkedDay(null);
  const named = isWrong || day === todayInParis() ? null : day;
  const { paidOn, depositOn, withdrawalUntil } = agreement;
  const paid = paidOn ?? depositOn;
  const dueCents = file.cancelCents ?? undefined;
  const balance = balanceOf(agreement, dueCents);
  const isRefund = paid && balance !== undefined ? balance < 0 : !endedByVisitor || Boolean(withdrawalUntil ?? paid);
  const unpaidCents = balance ?? (paidOn ? 0 : (dueCents ?? 0));
  const lastOfTen = agreement.isContract ? addDays(agreement.signedOn, WITHDRAWAL_DAYS) : '';
  const mayBePaid = unpaidCents > 0 && todayInParis() > lastOfTen;
  return (
    <>
      <Text>
        {endedByVisitor ? words.endedByVisitor(agreement, dueCents) : words.endedByOwner(agreement, dueCents)}
      </Text>
      {!withdrawalUntil && todayInParis() <= lastOfTen && <Text>{words.mayWithdraw(lastOfTen)}</Text>}
      {request.status === 'annulee' && !paidOn && dueCents === undefined && (
        <ViewTextLink to={{ ...currentView(), paper: OVERVIEW, field: 'cancelPrice' }}>{words.noteDue}</ViewTextLink>
      )}
      {(isRefund || mayBePaid) && <TextField label={dayFile.marks.day} name="ended-day" {...field} />}
      {isRefund && (
        <ActionButton disabled={isWrong} onClick={() => see(request.version, day)}>
          {words.noteSigned(words.refunded(unpaidCents < 0 ? centsInEuros(-unpaidCents) : ''), named)}
        </ActionButton>
      )}
      {mayBePaid && (
        <ActionButton disabled={isWrong || day <= lastOfTen} onClick={() => markPaid(day)}>
          {words.noteSigned(words.paid(centsInEuros(unpaidCents)), named)}
        </ActionButton>
      )}
      <ActionButton id={fieldId(`file-${ENDED_AGREEMENT}`)} onClick={() => see(request.version)}>
        {words.endedDone}
      </ActionButton>
    </>
  );
}

/** Confirms the days again, so that the visitor's calendar gets today's hours. */
function OtherHours({ reservation: { request } }: NextStepsProps) {
  const { id, version } = request;
  const { act } = useCallAction('owner_tell', { done: () => words.confirmedAgain, onSuccess: focusNextSteps });
  return (
    <>
      <Text>{words.otherHours}</Text>
      <ActionButton variant="primary" onClick={() => act({ id, version, channel: 'site' })}>
        {words.confirmAgain}
      </ActionButton>
    </>
  );
}

export const focusNextSteps = () => document.getElementById('now')?.focus();

/** Links to the missing fields. Several missing texts of the site are one link with their number. */
function Missing({ missing }: { readonly missing: readonly MissingField[] }) {
  const needed = missingKeys(useSpace().host.site);
  // If the client is the trainee, the link opens the trainee's field.
  const isOfClient = ({ field }: MissingField) => Number(field.startsWith('client'));
  const ordered = [...missing].sort((one, other) => isOfClient(other) - isOfClient(one));
  const places = [...new Map(ordered.map((one) => [one.place, one])).values()];
  const inTexts = places.filter(({ place }) => needed.has(place.replace('site:', '')));
  const areTogether = inTexts.length > 1;
  const links = [
    ...places
      .filter((field) => !areTogether || !inTexts.includes(field))
      .map(({ label, place }) => ({ label, to: viewOfPlace(place) })),
    ...(areTogether
      ? [{ label: dayFile.elsewhere(inTexts.length), to: { name: 'textes', subject: LACKING } as const }]
      : []),
  ];
  return (
    <>
      <Text>{words.missing}</Text>
      <Flex columnGap="4" wrap="wrap">
        {links.map(({ label, to }) => (
          <ViewTextLink key={label} to={to}>
            {label}
          </ViewTextLink>
        ))}
      </Flex>
    </>
  );
}
