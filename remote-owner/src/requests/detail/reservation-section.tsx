import { areDaysOver } from '@site/contract/day-hours';
import { isUntaxed, planPrice, priceInWords, pricesOf } from '@site/contract/prices';
import { cleanText } from '@site/forms/texts';
import { Button, Flex, Stack, Text } from '@site/shared-ui';
import { CheckboxField, TextAreaField } from '@site/shared-ui/form';
import { signedIn } from '@site/supabase/requests';
import { FileText } from 'lucide';
import { useEffect, useState } from 'react';
import { useFirstDayAhead, useSpace } from '../../api/owner-api';
import type { Clash, RequestDetail } from '../../api/requests';
import { formatDay } from '../../content/dates';
import { detail, requests } from '../../content/requests';
import { refusals } from '../../content/space';
import { TitledCard } from '../../view/cards';
import { FundingWarning } from '../../view/funding-warning';
import { Question } from '../../view/question';
import { AskingButton } from '../../view/questions';
import { ButtonLink, currentView, listOf, OVERVIEW, openView, useView } from '../../view/view-address';
import { isHeld } from '../asked-days';
import { Clashes } from '../status-tag';
import { type ActionProps, isCancelledInPart } from '../use-request-action';
import { type AgreedDays, ChangeDay, signedAgreement, signedThen } from './change-day';

interface ReservationSectionProps extends AgreedDays, ActionProps {
  readonly clashes: readonly Clash[];
  readonly excludedAtFirst: readonly string[];
  readonly isOwnersChoice: boolean;
  /** Days that were confirmed at one time, whether they are now or not. */
  readonly wereConfirmed: readonly string[];
  /** Missing in an older database. */
  readonly price: RequestDetail['price'];
  /** Whether confirming or cancelling sends a mail to the person. */
  readonly tellsVisitor: boolean;
}

export function ReservationSection(props: ReservationSectionProps) {
  const { request, clashes, excludedAtFirst, isOwnersChoice, price, agreedDays, tellsVisitor, run, isDisabled } = props;
  const { wereConfirmed } = props;
  const { dates, confirmedDates, daysWanted, status, isSpam } = request;
  // What the owner has ticked stays; the rest follows a newer answer, as the first one may be an earlier opening's.
  const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({});
  const isNew = status === 'nouvelle';
  const ahead = useFirstDayAhead();
  const isOver = status === 'confirmee' && areDaysOver(confirmedDates, ahead);
  useEffect(() => {
    if (!isNew) setTicks({});
  }, [isNew]);
  const isWanted = (date: string) => ticks[date] ?? !excludedAtFirst.includes(date);
  const wanted = dates.filter(isWanted);
  return (
    <TitledCard title={detail.chosenDates}>
      {dates.length === 0 && <Text>{requests.noDates}</Text>}
      {isNew && dates.length > 1 && <Text>{detail.daysHint(isOwnersChoice, daysWanted)}</Text>}
      <Stack as="ul" gap="1" listStyleType="none">
        {dates.map((date) => (
          <li key={date}>
            {isNew && !isHeld(request, date, ahead) ? (
              <CheckboxField
                name={`day-${date}`}
                label={formatDay(date) + (confirmedDates.includes(date) ? ` (${detail.confirmedDate})` : '')}
                checked={isWanted(date)}
                onChange={() => setTicks((now) => ({ ...now, [date]: !isWanted(date) }))}
              />
            ) : (
              <DecidedDay {...{ request, agreedDays, wereConfirmed, date, tellsVisitor, run, isDisabled }} />
            )}
            <Clashes clashes={clashes} day={date} isOurs={confirmedDates.includes(date)} />
          </li>
        ))}
      </Stack>
      {status !== 'annulee' && <Price price={price} request={request} days={isNew ? wanted : confirmedDates} />}
      {isNew && <FundingWarning request={request} days={wanted.length > 0 ? wanted : dates} />}
      <Flex gap="3" wrap="wrap">
        {hasFile(request) && (
          <ButtonLink to={{ ...currentView(), paper: OVERVIEW, action: null }} icon={FileText} variant="primary">
            {detail.file}
          </ButtonLink>
        )}
        {isNew && <Confirm {...{ request, agreedDays, wanted, run, isDisabled }} />}
        {status !== 'annulee' && dates.length > 0 && <ChangeDay {...{ request, agreedDays, run, isDisabled }} />}
        {status === 'annulee' && !isSpam && (
          <Button
            variant={hasFile(request) ? 'quiet' : 'primary'}
            disabled={isDisabled}
            onClick={() => run({ name: 'owner_reopen', args: {} })}
          >
            {detail.reopen}
          </Button>
        )}
        {status !== 'annulee' && !isOver && (
          <Cancel request={request} tellsVisitor={tellsVisitor} run={run} isDisabled={isDisabled} />
        )}
      </Flex>
      {isOver && <Text fontSize="sm">{refusals['days-over']}</Text>}
      {status !== 'annulee' && (tellsVisitor || isNew) && (
        <Text fontSize="sm">{tellsVisitor ? detail.tells : detail.tellsNobody}</Text>
      )}
      <AskToConfirm {...props} />
    </TitledCard>
  );
}

/** Whether the request has a file. A signed agreement, and what is due since, outlive the reservation. */
const hasFile = (request: ActionProps['request']) =>
  request.status === 'annulee' ? !request.isSpam && signedIn(request) !== null : request.confirmedDates.length > 0;

interface PriceProps {
  readonly price: RequestDetail['price'];
  readonly request: ActionProps['request'];
  /** The chosen or confirmed days: without any, a day has its price. */
  readonly days: readonly string[];
}

function Price({ price, request: { isAgefice, isFundingDropped }, days }: PriceProps) {
  const { priceCents = null, dayCents = null } = price ?? {};
  const { site } = useSpace().host;
  // Days that are over were taxed as the site was then.
  const isNet = areDaysOver(days, useFirstDayAhead()) ? undefined : isUntaxed(site);
  const known = { priceCents, dayCents: dayCents ?? planPrice(pricesOf(site), isAgefice) * 100 };
  return (
    <>
      <Text>{detail.price(priceInWords(known, days.length || 1, isNet))}</Text>
      {isFundingDropped && priceCents === null && <Text fontSize="sm">{detail.fundedPrice}</Text>}
    </>
  );
}

interface ConfirmProps extends Pick<ReservationSectionProps, 'request' | 'agreedDays' | 'run' | 'isDisabled'> {
  readonly wanted: readonly string[];
}

/** What confirming `wanted` takes: confirmed days, and what the signed agreement is worth. */
function useLosses({ request, agreedDays }: Pick<ConfirmProps, 'request' | 'agreedDays'>, wanted: readonly string[]) {
  const ahead = useFirstDayAhead();
  const dropped = request.confirmedDates.filter((date) => !wanted.includes(date));
  const fall = dropped.length > 0 ? detail.willDrop(dropped) : null;
  return [fall, signedThen({ request, agreedDays }, wanted, ahead)].filter((text) => text !== null);
}

/** Asks first where something is lost. */
function Confirm({ request, agreedDays, wanted, run, isDisabled }: ConfirmProps) {
  const [isAsked, setIsAsked] = useState(false);
  const label = detail.confirmDays(wanted.length);
  const isOff = isDisabled || wanted.length === 0;
  const lost = useLosses({ request, agreedDays }, wanted);
  const confirm = () => {
    setIsAsked(false);
    run({ name: 'owner_confirm', args: { dates: wanted.length === request.dates.length ? null : wanted } });
  };
  return (
    <>
      <Button variant="primary" disabled={isOff} onClick={lost.length > 0 ? () => setIsAsked(true) : confirm}>
        {label}
      </Button>
      <Question
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={detail.confirmTitle}
        primary={{ label, act: confirm, isDisabled: isOff }}
      >
        <Stack gap="4">
          {[wanted.map(formatDay).join(', '), ...lost].map((text) => (
            <Text key={text}>{text}</Text>
          ))}
        </Stack>
      </Question>
    </>
  );
}

interface DecidedDayProps
  extends Pick<
    ReservationSectionProps,
    'request' | 'agreedDays' | 'wereConfirmed' | 'tellsVisitor' | 'run' | 'isDisabled'
  > {
  /** yyyy-MM-dd */
  readonly date: string;
}

/**
 * A day of a confirmed or cancelled reservation. Of a confirmed one, a day that was not kept can still be confirmed,
 * and one of several days to come can be cancelled.
 */
function DecidedDay({ request, agreedDays, wereConfirmed, date, tellsVisitor, run, isDisabled }: DecidedDayProps) {
  const { confirmedDates, status } = request;
  const ahead = useFirstDayAhead();
  const [isAsked, setIsAsked] = useState(false);
  const isConfirmed = confirmedDates.includes(date);
  const isLeftOut = status === 'confirmee' && !isConfirmed;
  const mayDrop = status === 'confirmee' && confirmedDates.length > 1 && isConfirmed && date >= ahead;
  const left = wereConfirmed.includes(date) ? detail.noLonger : detail.notKept;
  const mark = isConfirmed ? detail.confirmedDate : isLeftOut ? left : null;
  const day = formatDay(date);
  const others = confirmedDates.filter((other) => other !== date);
  const nextDays = isConfirmed ? others : [...others, date].sort();
  const agreement = signedThen({ request, agreedDays }, nextDays, ahead);
  const change = () => {
    setIsAsked(false);
    run({ name: 'owner_confirm', args: { dates: nextDays } });
  };
  return (
    <Flex gap="3" wrap="wrap" align="center">
      <Text>{day + (mark ? ` (${mark})` : '')}</Text>
      {(isLeftOut || mayDrop) && (
        <Button
          variant="quiet"
          disabled={isDisabled}
          onClick={() => (mayDrop || agreement ? setIsAsked(true) : change())}
          aria-label={mayDrop ? detail.dropDayOf(day) : detail.confirmToo(day)}
        >
          {mayDrop ? detail.dropDay : detail.confirmTooShort}
        </Button>
      )}
      <Question
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title={mayDrop ? detail.dropDayTitle : detail.confirmTooTitle}
        primary={{ label: mayDrop ? detail.dropDay : detail.confirmTooShort, act: change, isDisabled }}
        {...(mayDrop && { quiet: { label: detail.keepDay, act: () => setIsAsked(false) } })}
      >
        <Stack gap="4">
          <Text>{mayDrop ? detail.dropDayText(day, tellsVisitor) : day}</Text>
          {agreement && <Text>{agreement}</Text>}
        </Stack>
      </Question>
    </Flex>
  );
}

/** In characters; the database has the same limit. */
const LONGEST_REASON = 500;

function Cancel({
  request,
  tellsVisitor,
  run,
  isDisabled,
}: Pick<ReservationSectionProps, 'request' | 'tellsVisitor' | 'run' | 'isDisabled'>) {
  const [reason, setReason] = useState('');
  const { name, followUp } = request;
  const agreement = signedAgreement(request);
  const isPart = isCancelledInPart(request, useFirstDayAhead());
  const cancel = (close: () => void) => {
    close();
    run({ name: 'owner_cancel', args: reason ? { reason: cleanText(reason) } : {} });
  };
  return (
    <AskingButton
      label={detail.cancel}
      title={detail.cancelTitle}
      keep={detail.keep}
      isDisabled={isDisabled}
      act={cancel}
    >
      <Stack gap="4">
        <Text>{detail.cancelText(name, agreement, { tellsVisitor, isPart })}</Text>
        {agreement && <Text>{detail.cancelSigned(followUp.paid, isPart)}</Text>}
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
function AskToConfirm(props: ReservationSectionProps) {
  const { request, clashes, excludedAtFirst, isOwnersChoice, price, agreedDays, tellsVisitor, run, isDisabled } = props;
  const { id, name, dates, status } = request;
  const { action } = useView();
  const isPossible = status === 'nouvelle' && dates.length > 0 && !isOwnersChoice;
  const leave = () => dropAction(id);
  useEffect(() => {
    // The dialog would otherwise appear when the request is reopened. An earlier opening's answer decides nothing.
    if (action && !isPossible && !isDisabled) dropAction(id);
  }, [action, isPossible, isDisabled, id]);
  const free = dates.filter((date) => !excludedAtFirst.includes(date));
  // When no day is free, the database asks whether to confirm all the same.
  const wanted = free.length > 0 ? free : dates;
  const lost = useLosses({ request, agreedDays }, wanted);
  const confirm = () => {
    leave();
    run({ name: 'owner_confirm', args: { dates: wanted.length === dates.length ? null : wanted } });
  };
  return (
    <Question
      open={action !== null && isPossible}
      onClose={leave}
      title={detail.confirmTitle}
      primary={{ label: detail.confirmAsked(wanted.length), act: confirm, isDisabled: isDisabled }}
      quiet={{ label: detail.confirmLater, act: leave }}
    >
      <Stack gap="4">
        <Text overflowWrap="anywhere">{detail.confirmText(name)}</Text>
        <Stack as="ul" gap="2" listStyleType="none">
          {dates.map((date) => (
            <li key={date}>
              {formatDay(date) + (wanted.includes(date) ? '' : ` (${detail.notKept})`)}
              <Clashes clashes={clashes} day={date} />
            </li>
          ))}
        </Stack>
        <Price price={price} request={request} days={wanted} />
        <FundingWarning request={request} days={wanted} />
        {lost.map((text) => (
          <Text key={text}>{text}</Text>
        ))}
        <Text>{detail.confirmTells(tellsVisitor)}</Text>
      </Stack>
    </Question>
  );
}
