import { WISH_TOO_LATE } from '@site/contract/agreement-words';
import { areDaysOver } from '@site/contract/day-hours';
import { isUntaxed, planPrice, priceInWords, pricesOf } from '@site/contract/prices';
import { cleanText } from '@site/forms/texts';
import { Flex, Stack, Text } from '@site/shared-ui';
import { CheckboxField, TextAreaField } from '@site/shared-ui/form';
import { isHeld, standingDays } from '@site/supabase/requests';
import { FileText } from 'lucide';
import { useEffect, useState } from 'react';
import { useFirstDayAhead, useSpace } from '../../api/owner-api';
import type { RequestDetail } from '../../api/requests';
import { formatDay } from '../../content/dates';
import { detail, requests } from '../../content/requests';
import { refusals } from '../../content/space';
import { TitledCard } from '../../view/cards';
import { ActionButton } from '../../view/form';
import { FundingWarning } from '../../view/funding-warning';
import { useIsOld } from '../../view/query-result';
import { Question } from '../../view/question';
import { AskingButton } from '../../view/questions';
import { ButtonLink, currentView, listOf, OVERVIEW, openView, useView } from '../../view/view-address';
import {
  daysNoLonger,
  daysToExclude,
  isOwnersChoice,
  isUnchanged,
  isWishTooLate,
  tookPlace,
  wishesAmong,
  wishesOf,
} from '../asked-days';
import { Clashes } from '../status-tag';
import { type AnswerProps, isCancelledInPart } from '../use-request-action';
import { ChangeDay, signedAgreement, signedThen } from './change-day';

export function ReservationSection({ answer, run }: AnswerProps) {
  const { request, clashes, tellsVisitor } = answer;
  const { dates, confirmedDates, leftDates = [], daysWanted, status, isSpam } = request;
  // What the owner has ticked stays until it is decided; the rest follows a newer answer, as the first one may be an
  // earlier opening's.
  const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({});
  const isNew = status === 'nouvelle';
  const ahead = useFirstDayAhead();
  const isOver = areDaysOver(confirmedDates, ahead);
  const excludedAtFirst = daysToExclude(answer, ahead);
  const isTooLate = (date: string) => isWishTooLate(request, date, ahead);
  const open = dates.filter((date) => isNew && !tookPlace(request, date, ahead) && !isTooLate(date));
  const isWanted = (date: string) => (open.includes(date) ? ticks[date] : null) ?? !excludedAtFirst.includes(date);
  const wanted = dates.filter(isWanted);
  const keeps = isUnchanged(request, wanted);
  const nameOf = (date: string) => {
    const marks = [
      confirmedDates.includes(date) && detail.confirmedDate,
      leftDates.includes(date) && detail.notKept,
      date < ahead && detail.past,
    ].filter(Boolean);
    return formatDay(date) + (marks.length > 0 ? ` (${marks.join(', ')})` : '');
  };
  return (
    <TitledCard title={detail.chosenDates}>
      {dates.length === 0 && <Text>{requests.noDates}</Text>}
      {open.length > 1 && (
        <Text>
          {detail.daysHint(isOwnersChoice(answer), daysWanted, !open.some((date) => excludedAtFirst.includes(date)))}
        </Text>
      )}
      <Stack as="ul" gap="1" listStyleType="none">
        {dates.map((date) => (
          <li key={date}>
            {open.includes(date) ? (
              <CheckboxField
                name={`day-${date}`}
                label={nameOf(date)}
                checked={isWanted(date)}
                onChange={() => setTicks((now) => ({ ...now, [date]: !isWanted(date) }))}
              />
            ) : (
              <DecidedDay answer={answer} run={run} date={date} />
            )}
            <Clashes clashes={clashes} day={date} isOurs={confirmedDates.includes(date)} />
          </li>
        ))}
      </Stack>
      {status !== 'annulee' && <Price answer={answer} days={isNew ? wanted : confirmedDates} />}
      {isNew && <FundingWarning request={request} days={wanted.length > 0 ? wanted : dates} />}
      <Flex gap="3" wrap="wrap">
        {hasFile(request) && (
          <ButtonLink
            to={{ ...currentView(), paper: OVERVIEW, action: null }}
            icon={FileText}
            variant={isNew ? 'quiet' : 'primary'}
          >
            {detail.file}
          </ButtonLink>
        )}
        {isNew && !keeps && <Confirm answer={answer} run={run} wanted={wanted} />}
        {isNew && confirmedDates.length > 0 && (
          <ActionButton
            variant={keeps ? 'primary' : 'quiet'}
            onClick={() => run({ name: 'owner_confirm', args: { dates: confirmedDates } })}
          >
            {detail.keepConfirmed(confirmedDates.length)}
          </ActionButton>
        )}
        {status !== 'annulee' && dates.length > 0 && <ChangeDay answer={answer} run={run} />}
        {status === 'annulee' && !isSpam && <Reopen answer={answer} run={run} />}
        {status !== 'annulee' && !isOver && <Cancel answer={answer} run={run} />}
      </Flex>
      {isNew && dates.some(isTooLate) && <Text fontSize="sm">{detail.wishTooLate(confirmedDates.length)}</Text>}
      {isOver && !isNew && <Text fontSize="sm">{refusals['days-over']}</Text>}
      {(isNew || (tellsVisitor && status === 'confirmee' && !areDaysOver(dates, ahead))) && (
        <Text fontSize="sm">{tellsVisitor ? detail.tells : detail.tellsNobody}</Text>
      )}
      <AskToConfirm answer={answer} run={run} />
    </TitledCard>
  );
}

function Reopen({ answer: { request, history }, run }: AnswerProps) {
  const ahead = useFirstDayAhead();
  const days = standingDays(request);
  const coming = days.filter((date) => date >= ahead);
  return (
    <AskingButton
      label={detail.reopen}
      title={detail.reopenTitle}
      variant={hasFile(request) ? 'quiet' : 'primary'}
      keep={detail.confirmLater}
      act={() => run({ name: 'owner_reopen', args: {} })}
    >
      <Stack gap="4">
        <Text>{detail.reopenText(days, coming, wishesAmong(coming, wishesOf(history)))}</Text>
        {request.owed && <Text>{detail.ended(request.owed, true)}</Text>}
        {request.owed === null && request.agreement && <Text>{detail.signedAgain(request.agreement)}</Text>}
        {isHeld(request) && <Text>{detail.held(request.heldCents)}</Text>}
      </Stack>
    </AskingButton>
  );
}

/** Whether the request has a file. A signed agreement, what is due since and what came outlive the reservation. */
const hasFile = (request: RequestDetail['request']) =>
  isHeld(request) ||
  (request.status === 'annulee' ? !request.isSpam && Boolean(request.agreement) : request.confirmedDates.length > 0);

interface PriceProps {
  readonly answer: RequestDetail;
  /** The chosen or confirmed days: without any, a day has its price. */
  readonly days: readonly string[];
}

function Price({ answer: { price, request }, days }: PriceProps) {
  const { isAgefice, isFundingAwaited, isFundingDropped } = request;
  const isOtherPlan = isFundingDropped || (isFundingAwaited && !isAgefice);
  const { priceCents = null, dayCents = null } = price ?? {};
  const { site } = useSpace().host;
  // Days that are over were taxed as the site was then.
  const isNet = areDaysOver(days, useFirstDayAhead()) ? undefined : isUntaxed(site);
  const known = { priceCents, dayCents: dayCents ?? planPrice(pricesOf(site), isAgefice) * 100 };
  return (
    <>
      <Text>{detail.price(priceInWords(known, days.length || 1, isNet))}</Text>
      {isOtherPlan && priceCents === null && <Text fontSize="sm">{detail.otherPlan(isAgefice)}</Text>}
    </>
  );
}

/** What confirming `wanted` takes: confirmed days, and what the signed agreement is worth. */
function useLosses(answer: RequestDetail, wanted: readonly string[]) {
  const ahead = useFirstDayAhead();
  const dropped = answer.request.confirmedDates.filter((date) => !wanted.includes(date));
  const fall = dropped.length > 0 ? detail.willDrop(dropped) : null;
  return [fall, signedThen(answer, wanted, ahead)].filter((text) => text !== null);
}

/** Confirms some or all of the requested days. */
const confirming = ({ dates }: RequestDetail['request'], wanted: readonly string[]) =>
  ({ name: 'owner_confirm', args: { dates: wanted.length === dates.length ? null : wanted } }) as const;

interface ConfirmProps extends AnswerProps {
  readonly wanted: readonly string[];
}

/** Asks first where something is lost. */
function Confirm({ answer, wanted, run }: ConfirmProps) {
  const lost = useLosses(answer, wanted);
  return (
    <AskingButton
      label={detail.confirmDays(wanted.length)}
      title={detail.confirmTitle}
      variant="primary"
      keep={detail.confirmLater}
      disabled={wanted.length === 0}
      isSafe={lost.length === 0}
      act={() => run(confirming(answer.request, wanted))}
    >
      <Stack gap="4">
        {[wanted.map(formatDay).join(', '), ...lost].map((text) => (
          <Text key={text}>{text}</Text>
        ))}
      </Stack>
    </AskingButton>
  );
}

interface DecidedDayProps extends AnswerProps {
  /** yyyy-MM-dd */
  readonly date: string;
}

/**
 * A day of a confirmed or cancelled reservation. Of a confirmed one, a day to come that was not kept can still be
 * confirmed, and one of several can be cancelled.
 */
function DecidedDay({ answer, date, run }: DecidedDayProps) {
  const { tellsVisitor, request } = answer;
  const { confirmedDates, status, leftDates = [] } = request;
  const ahead = useFirstDayAhead();
  const isConfirmed = confirmedDates.includes(date);
  const isLeftOut = status === 'confirmee' && !isConfirmed;
  const mayChange = status === 'confirmee' && date >= ahead;
  const mayDrop = mayChange && isConfirmed && confirmedDates.length > 1;
  const asked = isWishTooLate(request, date, ahead) ? WISH_TOO_LATE : null;
  const left = isLeftOut || leftDates.includes(date) ? detail.notKept : asked;
  const mark = isConfirmed ? detail.confirmedDate : daysNoLonger(answer).includes(date) ? detail.noLonger : left;
  const day = formatDay(date);
  const others = confirmedDates.filter((other) => other !== date);
  const nextDays = isConfirmed ? others : [...others, date].sort();
  const agreement = signedThen(answer, nextDays, ahead);
  const words = mayDrop
    ? { label: detail.dropDay, 'aria-label': detail.dropDayOf(day), title: detail.dropDayTitle, keep: detail.keepDay }
    : {
        label: detail.confirmTooShort,
        'aria-label': detail.confirmToo(day),
        title: detail.confirmTooTitle,
        keep: detail.confirmLater,
      };
  const change = () => run({ name: 'owner_confirm', args: { dates: nextDays } });
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Text>{day + (mark ? ` (${mark})` : '')}</Text>
      {(mayDrop || (mayChange && !isConfirmed)) && (
        <AskingButton {...words} act={change}>
          <Stack gap="4">
            <Text>
              {mayDrop
                ? detail.dropDayText(day, tellsVisitor)
                : `${detail.confirmTooText(day)} ${detail.confirmTells(tellsVisitor)}`}
            </Text>
            {!mayDrop && <Price answer={answer} days={nextDays} />}
            {agreement && <Text>{agreement}</Text>}
          </Stack>
        </AskingButton>
      )}
    </Flex>
  );
}

/** In characters; the database has the same limit. */
const LONGEST_REASON = 500;

function Cancel({ answer: { request, tellsVisitor }, run }: AnswerProps) {
  const [reason, setReason] = useState('');
  const { name, followUp, owed, heldCents, receivedCents } = request;
  const agreement = signedAgreement(request);
  const isPart = isCancelledInPart(request, useFirstDayAhead());
  const cancel = () => run({ name: 'owner_cancel', args: reason ? { reason: cleanText(reason) } : {} });
  return (
    <AskingButton label={detail.cancel} title={detail.cancelTitle} keep={detail.keep} act={cancel}>
      <Stack gap="4">
        <Text>{detail.cancelText(name, agreement, { tellsVisitor, isPart })}</Text>
        {(agreement || isHeld(request)) && (
          <Text>{detail.cancelSigned(followUp.paid, isPart ? 0 : (heldCents ?? receivedCents ?? 0))}</Text>
        )}
        {owed?.cents !== undefined && <Text>{detail.ended(owed, false)}</Text>}
        <TextAreaField
          label={detail.cancelReason}
          hint={detail.cancelReasonHint}
          name="cancel-reason"
          maxLength={LONGEST_REASON}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Stack>
    </AskingButton>
  );
}

const dropAction = (id: string) => openView({ ...listOf(currentView()), request: id }, { replace: true });

/** Opened by a mail's « Confirmer ». The link itself confirms nothing, since mail scanners open links. */
function AskToConfirm({ answer, run }: AnswerProps) {
  const { request, clashes, tellsVisitor } = answer;
  const { id, name, dates, status } = request;
  const { action } = useView();
  const isOld = useIsOld();
  const ahead = useFirstDayAhead();
  const excludedAtFirst = daysToExclude(answer, ahead);
  const free = dates.filter((date) => !excludedAtFirst.includes(date));
  // When no day is free, the database asks whether to confirm all the same.
  const wanted = free.length > 0 ? free : dates.filter((date) => date >= ahead);
  const isPossible = status === 'nouvelle' && wanted.length > 0 && !isOwnersChoice(answer);
  const leftOut = (date: string) => (isWishTooLate(request, date, ahead) ? WISH_TOO_LATE : detail.notKept);
  const leave = () => dropAction(id);
  useEffect(() => {
    // The dialog would otherwise appear when the request is reopened. An earlier opening's answer decides nothing.
    if (action && !isPossible && !isOld) dropAction(id);
  }, [action, isPossible, isOld, id]);
  const lost = useLosses(answer, wanted);
  const label = isUnchanged(request, wanted) ? detail.keepConfirmed(wanted.length) : detail.confirmAsked(wanted.length);
  const confirm = () => {
    leave();
    run(confirming(request, wanted));
  };
  return (
    <Question
      open={action !== null && isPossible}
      onClose={leave}
      title={detail.confirmTitle}
      primary={{ label, act: confirm, isDisabled: isOld }}
      quiet={{ label: detail.confirmLater, act: leave }}
    >
      <Stack gap="4">
        <Text overflowWrap="anywhere">{detail.confirmText(name)}</Text>
        <Stack as="ul" gap="2" listStyleType="none">
          {dates.map((date) => (
            <li key={date}>
              {formatDay(date) + (wanted.includes(date) ? '' : ` (${leftOut(date)})`)}
              <Clashes clashes={clashes} day={date} />
            </li>
          ))}
        </Stack>
        <Price answer={answer} days={wanted} />
        <FundingWarning request={request} days={wanted} />
        {lost.map((text) => (
          <Text key={text}>{text}</Text>
        ))}
        <Text>{detail.confirmTells(tellsVisitor)}</Text>
      </Stack>
    </Question>
  );
}
