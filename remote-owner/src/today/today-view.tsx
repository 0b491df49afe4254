import { hoursOf } from '@site/contract/day-hours';
import type { Site } from '@site/contract/host';
import { publicationGaps } from '@site/contract/publication-gaps';
import { addDays } from '@site/contract/today';
import { Box, Button, Flex, Grid, Icon, Stack, Text, todayInParis } from '@site/shared-ui';
import { type Concern, type ConcernLine, concernLines, countPoints, mailFailure } from '@site/supabase/requests';
import { CircleAlert } from 'lucide';
import type { ReactNode } from 'react';
import { isClosing, isFault } from '../api/health';
import { useFirstDayAhead, useSpace } from '../api/owner-api';
import { useCall } from '../api/use-call';
import type { GivenUpDays, Today } from '../api/wire';
import { formatHour, formatShortDay, formatShortMoment } from '../content/dates';
import { dateField, dateSentence, todo } from '../content/health';
import { requests as requestWords } from '../content/requests';
import { today as words } from '../content/space';
import { useSeeGivenUp } from '../view/form';
import { Summary, ViewTitle } from '../view/frame';
import { QueryResult } from '../view/query-result';
import { ENDED_AGREEMENT, FEEDBACK, LACKING, OVERVIEW, type View, ViewTextLink } from '../view/view-address';
import { FirstSteps, TextsLeft, TodaySection } from './first-steps';

const AS_MANY_COLUMNS_AS_FIT = 'repeat(auto-fit, minmax(min(100%, 20rem), 1fr))';

/** A list that is longer than this and one more is folded. */
const MIN_SHOWN = 3;

/** The lines of a screen: folding so few saves none. */
const MAX_UNFOLDED = 7;

/** The opening view: what waits for the owner, the next days, and what is wrong. */
export function TodayView() {
  const query = useCall('owner_today', {});
  const { site } = useSpace().host;
  const ahead = useFirstDayAhead();
  return (
    <Stack gap="6">
      <ViewTitle>{words.title}</ViewTitle>
      <QueryResult query={query}>
        {({ todo: count, oldestAt, only, wishes = [], givenUp: listed, next: listedDays, concerns: stored, steps }) => {
          const next = listedDays.filter(({ date }) => date >= ahead);
          const concerns = withGaps(stored, site);
          const others = count - new Set(wishes.map(({ request }) => request.id)).size;
          const waiting: readonly Concern[] =
            others > 0
              ? [{ kind: 'requests', isUrgent: false, count: others, oldestAt: oldestAt ?? '', name: only }]
              : [];
          const work = [...waiting, ...concerns.filter((concern) => !isFault(concern))];
          // What a cancellation asks for says more than that days were given up.
          const givenUp = listed.filter(
            ({ request }) => !concerns.some((one) => one.kind === 'ended' && one.request === request.id),
          );
          // On a busy morning, what is to do comes before the days after tomorrow.
          const near = next.filter(({ date }) => date <= addDays(todayInParis(), 1));
          const shown = near.length > 0 ? near : next.slice(0, MIN_SHOWN);
          const days = (
            <TodaySection id="today-next" title={words.next}>
              <NextDays next={shown} />
              <ViewTextLink to={{ name: 'agenda' }}>{words.seeAgenda(next.length - shown.length)}</ViewTextLink>
            </TodaySection>
          );
          return (
            <Stack gap="8">
              {(site.draft || concerns.some(isFault)) && <Wrong concerns={concerns.filter(isFault)} />}
              {!steps.answered && count === 0 && <FirstSteps done={steps} />}
              <Grid gap="8" templateColumns={AS_MANY_COLUMNS_AS_FIT}>
                {near.length > 0 && days}
                <TodaySection id="today-todo" title={words.requests}>
                  {givenUp.length > 0 && <GivenUpList givenUp={givenUp} />}
                  {wishes.length > 0 && <WishList wishes={wishes} ahead={ahead} />}
                  {work.length > 0 && <ConcernList concerns={work} />}
                  {givenUp.length + wishes.length + work.length === 0 && <Text>{words.todo(0, null)}</Text>}
                </TodaySection>
                {near.length === 0 && days}
              </Grid>
              <Stack gap={steps.answered ? '0' : '8'}>
                {!site.draft && !concerns.some(isFault) && <Text>{todo.nothing}</Text>}
                {/* Somebody who waits for an answer comes first. */}
                {steps.answered && <TextsLeft />}
                {(count > 0 || steps.answered) && <FirstSteps done={steps} />}
              </Stack>
            </Stack>
          );
        }}
      </QueryResult>
    </Stack>
  );
}

/** The server counts what a draft lacks every ten minutes, and only where strangers can reach it. */
function withGaps(concerns: readonly Concern[], site: Site): readonly Concern[] {
  if (!site.draft) return concerns;
  const gaps = publicationGaps(site).map(({ fact }) => fact);
  const others = concerns.filter(({ kind }) => kind !== 'site');
  return gaps.length > 0 ? [...others, { kind: 'site', isUrgent: false, gaps }] : others;
}

/** The site's concerns; without any, a draft can open. */
const Wrong = ({ concerns }: Pick<Today, 'concerns'>) =>
  concerns.length > 0 ? (
    <TodaySection id="today-wrong" title={words.wrong}>
      <ConcernList concerns={concerns} />
    </TodaySection>
  ) : (
    <TodaySection id="today-wrong" title={words.opening}>
      <Text>{todo.ready}</Text>
    </TodaySection>
  );

function NextDays({ next }: Pick<Today, 'next'>) {
  const hours = hoursOf(useSpace().host.site.day);
  if (next.length === 0) return <Text>{words.noNext}</Text>;
  return (
    <Stack as="ol" gap="0" listStyleType="none">
      {next.map(({ date, requests }) => (
        <Flex as="li" key={date} columnGap="3" wrap="wrap" align="center">
          <Text fontWeight="semibold">{dayName(date, hours && `, ${formatHour(hours.from)}`)}</Text>
          {requests.map(({ id, name }) => (
            <ViewTextLink key={id} to={{ request: id }}>
              {name}
            </ViewTextLink>
          ))}
        </Flex>
      ))}
    </Stack>
  );
}

/** @param start « , 9 h », for the days that are near */
function dayName(date: string, start = ''): string {
  const today = todayInParis();
  if (date === today) return words.title + start;
  return date === addDays(today, 1) ? words.tomorrow + start : formatShortDay(date);
}

/** A visitor's mail tells of it too, and may be overlooked: the day has become free. */
function GivenUpList({ givenUp }: Required<Pick<Today, 'givenUp'>>) {
  return (
    <Stack as="ul" gap="4" listStyleType="none">
      {givenUp.map((given) => (
        <Line key={given.request.id + given.days.join()}>
          <ViewTextLink
            // What was signed is settled in the file.
            to={{ request: given.request.id, ...(given.agreement && { paper: OVERVIEW, field: ENDED_AGREEMENT }) }}
          >
            {words.givenUp(given)}
          </ViewTextLink>
          <Seen of={given} />
        </Line>
      ))}
    </Stack>
  );
}

/** The requests came in long before: their age does not say that a visitor waits for an answer. */
const WishList = ({ wishes, ahead }: Required<Pick<Today, 'wishes'>> & { readonly ahead: string }) => (
  <Stack as="ul" gap="4" listStyleType="none">
    {wishes.map(({ request: { id, name }, isTaken, ...wish }) => (
      <Line key={id + wish.from}>
        <ViewTextLink to={{ request: id }}>{words.wish(name, wish, ahead)}</ViewTextLink>
        {isTaken && (
          <Text fontSize="sm" fontWeight="semibold" color="alarm">
            {requestWords.taken(1)}
          </Text>
        )}
      </Line>
    ))}
  </Stack>
);

/** Takes the line away. */
function Seen({ of: { request, version } }: { readonly of: GivenUpDays }) {
  const see = useSeeGivenUp(request.id);
  return (
    <Button variant="quiet" aria-label={words.seen(request.name)} onClick={() => see(version)}>
      {words.see}
    </Button>
  );
}

/** Concerns of the site. The database decides what is one, for this list as for the mails. */
function ConcernList({ concerns }: { readonly concerns: readonly Concern[] }) {
  const lines = concernLines(concerns, useFirstDayAhead(), 1);
  const pressing = lines.filter(({ presses }) => presses).length;
  return (
    <Folded
      of={lines}
      shown={Math.max(pressing, MIN_SHOWN)}
      most={MAX_UNFOLDED}
      count={(hidden) => countPoints(hidden.flatMap((line) => line.concerns))}
    >
      {(shown) => (
        <Grid as="ul" columnGap="8" rowGap="4" templateColumns={AS_MANY_COLUMNS_AS_FIT}>
          {shown.map((line) => (
            <ConcernItem key={JSON.stringify(line.concerns)} {...line} />
          ))}
        </Grid>
      )}
    </Folded>
  );
}

interface FoldedProps<Item> {
  readonly of: readonly Item[];
  readonly shown?: number;
  /** A list that is no longer is not folded. */
  readonly most?: number;
  readonly count?: (hidden: readonly Item[]) => number;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** The first items of a list. « Et n autres » opens the rest, unless it is a single one. */
function Folded<Item>({
  of: items,
  shown = MIN_SHOWN,
  most = 0,
  count = ({ length }) => length,
  children,
}: FoldedProps<Item>) {
  if (items.length <= Math.max(shown + 1, most)) return children(items);
  const hidden = items.slice(shown);
  return (
    <>
      {children(items.slice(0, shown))}
      <details>
        <Summary>{words.others(count(hidden))}</Summary>
        {children(hidden)}
      </details>
    </>
  );
}

const isRed = (concern: Concern): boolean =>
  concern.isUrgent || concern.kind === 'unsent' || isClosing(concern, todayInParis());

function ConcernItem({ title, concerns }: Pick<ConcernLine, 'title' | 'concerns'>) {
  return (
    <Line isRed={concerns.some(isRed)}>
      {title && <Text fontWeight="semibold">{`${title}\u00a0:`}</Text>}
      <Folded of={concerns}>
        {(shown) =>
          shown.map((concern) => (
            <ViewTextLink key={JSON.stringify(concern)} to={viewFor(concern)}>
              {title ? todo.grouped(concern) : sentenceOf(concern)}
            </ViewTextLink>
          ))
        }
      </Folded>
    </Line>
  );
}

const Line = ({ isRed, children }: { readonly isRed?: boolean; readonly children: ReactNode }) => (
  <Flex as="li" gap="3" color={isRed ? 'alarm' : undefined}>
    {isRed && <Icon of={CircleAlert} />}
    <Box minWidth="0" overflowWrap="anywhere">
      {children}
    </Box>
  </Flex>
);

function sentenceOf(concern: Concern): string {
  switch (concern.kind) {
    case 'requests':
      return words.todo(concern.count, formatShortMoment(concern.oldestAt), concern.name);
    case 'mails':
      return todo.mails(concern.count, concern.lastError);
    case 'unsent':
      return todo.unsent(concern.count, formatShortMoment(concern.oldestAt), mailFailure(concern.lastError ?? ''));
    case 'incidents':
      return todo.incidents(concern.count, concern.reporters);
    case 'part':
      return todo.part(concern.remote);
    case 'watch':
      return todo.watch(concern, formatShortMoment(concern.at));
    case 'backup':
      return backupSentence(concern);
    case 'disk':
      return todo.disk(concern.host, concern.freeBytes);
    case 'site':
      return todo.site(concern.gaps.length);
    case 'deadline':
    case 'invoice':
    case 'express_request':
    case 'ended':
      return dateSentence(concern);
    case 'retention':
      return todo.retention(concern.requests, formatShortMoment(concern.resumesAt));
    case 'more':
      return todo.more(concern.count);
    case 'calendar':
      return concern.since === null ? todo.calendarLost : todo.calendar(formatShortMoment(concern.since));
    default:
      return todo.other;
  }
}

function backupSentence({ failure, failedSince, lastAt }: Extract<Concern, { kind: 'backup' }>): string {
  if (failure && failedSince) return todo.backupFailing(formatShortMoment(failedSince), failure);
  return lastAt ? todo.backupLate(formatShortMoment(lastAt)) : todo.noBackup;
}

const fileAt = (concern: Parameters<typeof dateField>[0]): Partial<View> => ({
  request: concern.request,
  paper: OVERVIEW,
  field: dateField(concern),
});

const OF_PARTS: readonly Concern['kind'][] = ['part', 'incidents', 'watch'];

function viewFor(concern: Concern): Partial<View> {
  const { kind } = concern;
  if (kind === 'deadline') {
    if (concern.news?.some((one) => one === 'answered' || one === 'low'))
      return { request: concern.request, paper: OVERVIEW, field: FEEDBACK };
    if (!concern.request) return { name: 'bilan', year: String(Number(concern.due.slice(0, 4)) - 1) };
    return concern.isAsked ? { request: concern.request } : fileAt(concern);
  }
  if (kind === 'invoice' || kind === 'express_request' || kind === 'ended') return fileAt(concern);
  if (kind === 'requests') return { name: 'demandes' };
  if (kind === 'more') return { name: 'demandes', filter: 'confirmed' };
  if (kind === 'site') return { name: 'textes', subject: LACKING };
  if (kind === 'calendar') return { name: 'agenda' };
  return { name: OF_PARTS.includes(kind) ? 'site' : 'reglages' };
}
