import {
  agreementEndedByOwner,
  agreementEndedByVisitor,
  agreementStays,
  agreementToSign,
  askedForInWords,
  otherPlanNote,
  owedInWords,
} from '@site/contract/agreement-words';
import type { Host, Site } from '@site/contract/host';
import { soonDay } from '@site/contract/offer';
import { isUntaxed, planPrice, priceInWords, pricesOf } from '@site/contract/prices';
import { Recap, type RecapRow } from '@site/forms/recap';
import {
  Button,
  Flex,
  formatFrenchDate,
  Grid,
  Heading,
  Stack,
  Tag,
  Text,
  TextLink,
  todayInParis,
} from '@site/shared-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { linkOf } from '../api/link-secret';
import type { FormerDay, ManagedDay, ManagedRequest } from '../api/managed-request';
import { linkBookingFile } from '../calendar-file/calendar-file';
import { CalendarFileLink } from '../calendar-file/calendar-file-link';
import { fundingDeadline, hoursIn, recap } from '../content/booking';
import {
  bindingOf,
  dayState,
  firstAhead,
  formerState,
  isAhead,
  isDropped,
  isOver,
  manage,
  mayCancelAll,
  notesOnLeaving,
  openDays,
  statusOf,
  wantedDays,
  withClause,
} from '../content/manage';
import { dayCount } from '../form/days-wanted';
import { AnswerDays } from './answer-days';
import { AskDay } from './ask-day';
import { CancelButton, GiveUpDayButton } from './confirm-buttons';

interface ManagedRequestViewProps {
  readonly host: Host;
  readonly request: ManagedRequest;
  /** The link that was opened has it. */
  readonly secret?: string | undefined;
  readonly isSending: boolean;
  readonly onCancel: () => void;
  readonly onGiveUpDay: (date: string) => void;
  readonly onAskDay: (from: string, to: string) => void;
  readonly onWantDays: (daysWanted: string) => void;
  /** Shown between the days and what changes them. */
  readonly children: ReactNode;
}

export function ManagedRequestView(props: ManagedRequestViewProps) {
  const { host, request, secret, isSending, children } = props;
  const { status, days, givenUp, dropped, replaced, isAgefice, isFundingDropped } = request;
  const [today, ahead] = [todayInParis(), firstAhead(host.site)];
  const isOpen = status !== 'annulee';
  const isPast = isOver(request, ahead);
  const isToday = days.some(({ confirmed, date }) => confirmed && date === today && date >= ahead);
  const toGiveUp = daysToGiveUp(request, today, ahead);
  const heading = useFocusAfterChange(request.version);
  return (
    <Stack gap="6">
      <Stack gap="3">
        <Heading ref={heading} as="h2" size="lg" tabIndex={-1}>
          {statusOf(request, ahead)}
        </Heading>
        {/* Somebody else than the visitor pays where the agreement is no contrat. */}
        {isOpen && !isPast && (isAgefice || isFundingDropped || request.isContract !== false) && (
          <Text>{isAgefice ? manage.funded : manage[isFundingDropped ? 'fundingDropped' : 'notFunded']}</Text>
        )}
        {!isOpen && request.isOwnersCancellation && <Text>{manage.cancelledByOwner(request.wasConfirmed)}</Text>}
        {[
          ...endedAgreement(request, host.site, today),
          ...agreementToCome(request, today, ahead),
          ...owedInWords(request.owed),
        ].map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
      </Stack>
      <Grid as="ul" gap="5" aria-label={manage.days}>
        {[...days, ...givenUp, ...dropped, ...replaced].sort(byDate).map((day) => (
          <Flex as="li" key={day.date} gap="3" wrap="wrap" align="center">
            <Text fontWeight="semibold">{formatFrenchDate(day.date)}</Text>
            <DayTag {...(isCurrentDay(day) ? dayState(request, day, ahead) : formerState(day))} />
            {'askedFor' in day && day.askedFor && day.date >= ahead && <Text>{askedForInWords(day.askedFor)}.</Text>}
            {isOpen && isCancelledByOwner(request, day) && (
              <Text>{manage.dayCancelled.byOwner(day.date >= ahead)}</Text>
            )}
            {isOpen && givenUp.some((given) => given === day) && <Text>{manage.dayCancelled.byVisitor}</Text>}
            <AgreementEnding request={request} day={day} />
            {isOpen && givenUp.some((given) => given === day && given.isSigned) && (
              <Text>{notesOnLeaving(request, host.site).join(' ')}</Text>
            )}
            {isCurrentDay(day) && toGiveUp.includes(day.date) && (
              <GiveUpDayButton
                day={day}
                request={request}
                site={host.site}
                isSending={isSending}
                onGiveUp={props.onGiveUpDay}
              />
            )}
          </Flex>
        ))}
      </Grid>
      {asksForCount(request, ahead) && (
        <AnswerDays
          key={`answer-${request.version}`}
          request={{ ...request, days: wantedDays(request, ahead) }}
          price={priceOf(request, host.site)}
          site={host.site}
          isSending={isSending}
          onAnswer={props.onWantDays}
        />
      )}
      {!isOpen && (
        <Button asChild variant="quiet" alignSelf="flex-start">
          <host.Link to={host.paths.booking}>{manage.book}</host.Link>
        </Button>
      )}
      {isOpen && !isPast && <Recap rows={rowsOf(request, host, ahead)} />}
      {isOpen && (
        <>
          {!isPast && <CalendarFile host={host} request={request} secret={secret} ahead={ahead} />}
          {isToday && <Text>{manage.confirmedDay.today}</Text>}
          {children}
          {/* After the questionnaire, which is what a visitor opens this page for then. */}
          {isPast && <Text>{manage.confirmedDay.after}</Text>}
          {/* A new version is another state of the request: what was being chosen no longer fits it. */}
          <AskDay
            key={request.version}
            host={host}
            days={openDays(request, ahead).filter((day) => isAhead(day, today))}
            isAgefice={isAgefice}
            agreement={(!request.newAgreement && request.agreement) || null}
            isSending={isSending}
            onAsk={props.onAskDay}
          />
          {mayCancelAll(request, today) && (
            <Flex>
              <CancelButton request={request} site={host.site} isSending={isSending} onConfirm={props.onCancel} />
            </Flex>
          )}
        </>
      )}
    </Stack>
  );
}

/** Sentences about the signed agreement of a request that its visitor has cancelled. Empty without one. */
const endedAgreement = ({ status, agreement, days }: ManagedRequest, site: Site, today: string): readonly string[] =>
  status === 'annulee' && agreement
    ? agreementEndedByVisitor(
        withClause(agreement, site),
        today,
        days.some(({ declined, inAgreement }) => !declined && inAgreement),
      )
    : [];

/**
 * What follows a confirmation until an agreement is signed, and what holds of days on which one may still withdraw. Of
 * a reopened reservation, that what was signed for its days counts.
 */
function agreementToCome(
  { status, days, agreement, newAgreement, isContract, mayWithdraw }: ManagedRequest,
  today: string,
  ahead: string,
): readonly string[] {
  const isSigned = days.some(({ declined, inAgreement }) => !declined && inAgreement);
  if (status === 'nouvelle' && agreement && isSigned && days.every((day) => !day.confirmed))
    return [agreementStays(agreement)];
  const confirmed = days.filter((day) => day.confirmed && day.date >= ahead).map(({ date }) => date);
  if (status === 'annulee' || agreement || newAgreement || confirmed.length === 0) return [];
  return [agreementToSign(isContract, null, mayWithdraw) + (isContract === false ? '' : soonDay(confirmed, today))];
}

type ListedDay = ManagedDay | FormerDay;

const isCurrentDay = (day: ListedDay): day is ManagedDay => 'uid' in day;

/** Whether the owner has cancelled the day alone. */
const isCancelledByOwner = (request: ManagedRequest, day: ListedDay): boolean =>
  isCurrentDay(day) ? isDropped(request, day) : request.dropped.includes(day);

/** The signed agreement ends for a day that the owner has cancelled, alone or with all. */
function AgreementEnding({ request, day }: { readonly request: ManagedRequest; readonly day: ListedDay }) {
  const { calledOff } = request;
  const agreement = calledOff ?? request.agreement;
  const isPart = isCancelledByOwner(request, day);
  const isSigned = isCurrentDay(day) ? day.calledOff : day.isSigned;
  const isEnded = isPart ? isSigned : calledOff && isCurrentDay(day) && !day.declined;
  if (!agreement || !isEnded) return null;
  return <Text>{agreementEndedByOwner(agreement, { isAboutSeveral: false, isPart })}</Text>;
}

const byDate = (a: { readonly date: string }, b: { readonly date: string }) => a.date.localeCompare(b.date);

const videoLinkOf = ({ videoLink }: ManagedRequest): string | undefined =>
  videoLink?.startsWith('https://') ? videoLink : undefined;

/** Before a confirmation, without the video. */
function rowsOf(request: ManagedRequest, { site, paths, Link }: Host, ahead: string): readonly RecapRow[] {
  const { days, daysWanted, isAgefice, isFundingSettled } = request;
  const videoLink = videoLinkOf(request);
  const { recap: words } = manage;
  const confirmed = days.filter((day) => day.confirmed);
  const next = confirmed.find(({ date }) => date >= ahead);
  const open = wantedDays(request, ahead);
  const toCome = open.filter(({ date }) => date >= ahead);
  const hasBegun = confirmed.some(({ date }) => date < ahead);
  const deadline = fundingDeadline(
    toCome.map(({ date }) => date),
    hasBegun,
  );
  return [
    { term: words.hours, value: toCome.length > 0 && hoursIn(site) },
    {
      term: words.video,
      value: videoLink ? <TextLink href={videoLink}>{videoLink}</TextLink> : next && words.videoFollows(site),
    },
    {
      term: words.price,
      value:
        open.length > 0 &&
        priceInWords(priceOf(request, site), confirmed.length || dayCount(daysWanted, open), isUntaxed(site)) +
          otherPlanNote(request),
    },
    {
      term: recap.file,
      value: isAgefice && !isFundingSettled && deadline && (
        <>
          {deadline}{' '}
          <TextLink asChild>
            <Link to={paths.funding}>{recap.fundingGuide}</Link>
          </TextLink>
        </>
      ),
    },
  ];
}

const priceOf = ({ dayCents, priceCents, isAgefice }: ManagedRequest, site: Site) => ({
  dayCents: dayCents ?? planPrice(pricesOf(site), isAgefice) * 100,
  priceCents,
});

/** The database's `manage_want_days` has the same rule. */
const asksForCount = (request: ManagedRequest, ahead: string) =>
  wantedDays(request, ahead).length > 1 && request.days.every(({ confirmed }) => !confirmed);

/** The pressed button may disappear with its day: the focus then moves to the heading. */
export function useFocusAfterChange(version: unknown) {
  const heading = useRef<HTMLHeadingElement>(null);
  const lastVersion = useRef(version);
  useEffect(() => {
    if (lastVersion.current === version) return;
    lastVersion.current = version;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [version]);
  return heading;
}

/** The colour only repeats the words. */
const DayTag = ({ label, isQuiet, isSettled }: ReturnType<typeof dayState>) => (
  <Tag {...(isQuiet && { bg: 'sand' })} {...(isSettled && { bg: 'sage.mist', color: 'ink' })}>
    {label}
  </Tag>
);

interface CalendarFileProps extends Pick<ManagedRequestViewProps, 'host' | 'request' | 'secret'> {
  readonly ahead: string;
}

/** The confirmed days that are to come; while none is confirmed, the requested ones. */
function CalendarFile({ host, request, secret, ahead }: CalendarFileProps) {
  const isConfirmed = request.days.some((day) => day.confirmed);
  const days = wantedDays(request, ahead).filter(({ confirmed, date }) => confirmed === isConfirmed && date >= ahead);
  if (days.length === 0) return null;
  const { version: sequence, agreement } = request;
  const signed = days.every(({ inAgreement }) => inAgreement) ? agreement : null;
  const booked = {
    days,
    sequence,
    isConfirmed,
    binding: bindingOf(request, signed),
    videoLink: videoLinkOf(request),
    manageLink: secret && linkOf(secret),
  };
  const file = linkBookingFile(booked, host.site);
  return (
    <Flex>
      <CalendarFileLink {...file} />
    </Flex>
  );
}

/**
 * Days that can be given up singly, yyyy-MM-dd: none when nothing else would remain, since that is a cancellation. As
 * in the database's manage_give_up_day.
 */
export function daysToGiveUp(request: ManagedRequest, today: string, ahead: string): readonly string[] {
  const remaining = openDays(request, ahead);
  return remaining.length > 1 ? remaining.filter((day) => isAhead(day, today)).map(({ date }) => date) : [];
}
