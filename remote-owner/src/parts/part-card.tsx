import { Card, Flex, Heading, Stack, Tag, Text, TextLink } from '@site/shared-ui';
import type {
  FailureLinesAnswer,
  JourneyStatus,
  LoggedChange,
  PartFailures,
  PartStatus,
  SiteStatus,
  SpeedAnswer,
} from '../api/release-answers';
import { formatShortMoment } from '../content/dates';
import { authorOf, parts, reasonOf } from '../content/parts';
import { tapTarget } from '../view/frame';
import { AskingButton } from '../view/questions';
import { HoldNotice, type HoldNoticeProps, Rollback } from './hold-and-rollback';
import { failuresOf, lastChangeOf, linesOf, ofPart, type PartWatch, titleIn, watchOfPart } from './read-status';
import { FailureLines, SpeedSection } from './reports';
import { useReleaseAction } from './use-release-action';

interface PartCardProps {
  readonly part: PartStatus;
  readonly status: SiteStatus;
  readonly log: readonly LoggedChange[];
  readonly failureLines: FailureLinesAnswer['failures'] | undefined;
  readonly speeds: SpeedAnswer['speeds'] | undefined;
  /** Whether the site compares the failures of a new release with those of the previous one. */
  readonly isWatched: boolean;
}

export function PartCard({ part, status, log, failureLines, speeds, isWatched }: PartCardProps) {
  const { name, active, activeSince, waiting } = part;
  const { seq, holds } = status;
  const hold = holds[name];
  const change = lastChangeOf(log, name);
  const watch = isWatched ? watchOfPart(status, part) : undefined;
  const titleOf = (other: string) => titleIn(status, other);
  const title = titleOf(name);
  const [previous] = part.previous;
  // Published, not active, and no novelty: a way back has just left it.
  const rolledBack = change?.parts.find((changed) => changed.name === name)?.from;
  return (
    <Card>
      <Stack gap="3">
        <Flex justify="space-between" gap="3" wrap="wrap">
          <Heading as="h4" size="xl">
            {title}
          </Heading>
          {part.private && <Tag>{parts.private}</Tag>}
        </Flex>
        <Text overflowWrap="anywhere">
          {[
            parts.version(active),
            ...(activeSince ? [parts.since(formatShortMoment(activeSince))] : []),
            ...(change ? [parts.by(authorOf(change.who, change.held?.kind))] : []),
          ].join(', ')}
        </Text>
        {change?.why && <Text overflowWrap="anywhere">{parts.why(reasonOf(change.why, change.held?.kind))}</Text>}
        {watch && <WatchText watch={watch} />}
        {ofPart(status.requests, part).map(({ id, requests: count }) => (
          <Text key={id} overflowWrap="anywhere">
            {id === active ? parts.requests(count) : parts.earlierRequests(id, count)}
          </Text>
        ))}
        <Journeys
          journeys={ofPart(status.journeys, part)}
          shell={status.names.find((one) => one.name === 'shell')?.active ?? ''}
        />
        <Failures failures={status.failures && (failuresOf(status, part) ?? 'none')} />
        <FailureLines lines={linesOf(failureLines, part)} titleOf={titleOf} />
        <SpeedSection title={title} speeds={ofPart(speeds, part)} />
        {hold && <HoldNotice title={title} name={name} hold={hold} seq={seq} />}
        <Flex gap="3" wrap="wrap">
          {previous ? (
            <Rollback title={title} name={name} from={active} to={previous} seq={seq} />
          ) : (
            <Text color="ink.soft">{parts.noPrevious}</Text>
          )}
          {!part.required && !part.private && <Withdraw title={title} name={name} seq={seq} />}
        </Flex>
        {waiting.slice(0, 1).map((id) => (
          <TextLink key={id} {...tapTarget} href={previewOf(part, id)} target="_blank" rel="noopener">
            {id === rolledBack ? parts.previewRolledBack(id, change?.held?.kind) : parts.preview(id)}
          </TextLink>
        ))}
      </Stack>
    </Card>
  );
}

/** Opened in a separate tab, which keeps the preview. */
const previewOf = ({ name, private: isPrivate }: PartStatus, id: string) =>
  `${isPrivate ? window.location.pathname : '/'}?release=${name}@${id}`;

interface JourneysProps {
  readonly journeys: readonly JourneyStatus[];
  /** Id of the active shell, in which the journeys ran. */
  readonly shell: string;
}

function Journeys({ journeys, shell }: JourneysProps) {
  const passed = journeys.filter(({ at, problem }) => at !== null && problem === null);
  const last = passed
    .map(({ at }) => at ?? '')
    .sort()
    .at(-1);
  const titles = (journeys: readonly JourneyStatus[]) =>
    journeys.map(({ title }) => `«\u202f${title}\u202f»`).join(', ');
  const failed = journeys.filter(({ problem }) => problem !== null);
  const notRun = journeys.filter(({ at }) => at === null);
  return (
    <>
      {last && <Text color="sage">{parts.journeysPassed(passed.length, formatShortMoment(last), shell)}</Text>}
      {failed.length > 0 && <Text color="alarm">{parts.journeysFailed(titles(failed))}</Text>}
      {notRun.length > 0 && <Text color="ink.soft">{parts.journeysNotRun(notRun.length)}</Text>}
    </>
  );
}

/** @param failures null when unknown */
function Failures({ failures }: { readonly failures: PartFailures | 'none' | null }) {
  if (failures === null) return <Text color="ink.soft">{parts.unknownFailures}</Text>;
  if (failures === 'none' || failures.failures === 0) return <Text color="sage">{parts.noFailures}</Text>;
  const { failures: count, pages, kinds } = failures;
  return (
    <Stack gap="1" color="alarm">
      <Text fontWeight="semibold">{pages > 0 ? parts.failureRate(count, pages) : parts.failureCount(count)}</Text>
      {kinds.slice(0, 3).map((kind) => (
        <Text key={`${kind.code} ${kind.route} ${kind.mended}`} fontSize="sm" overflowWrap="anywhere">
          {parts.failureKind(kind)}
        </Text>
      ))}
    </Stack>
  );
}

function Withdraw({ title, name, seq }: Omit<HoldNoticeProps, 'hold'>) {
  const act = useReleaseAction();
  return (
    <AskingButton
      label={parts.withdraw}
      title={parts.withdrawTitle(title)}
      act={() => act('deactivate', { words: [name], seq }, parts.withdrawn(title))}
    >
      <Text>{parts.withdrawText}</Text>
    </AskingButton>
  );
}

export function WatchText({ watch: { verdict, until, networks, reporters, dropped } }: { readonly watch: PartWatch }) {
  if (verdict === 'passed') return <Text color="ink.soft">{parts.watchPassed(networks)}</Text>;
  if (verdict === 'not-enough-visits') return <Text color="ink.soft">{parts.watchUnknown}</Text>;
  if (verdict === 'not-returned') return <Text color="alarm">{parts.watchFailing}</Text>;
  if (verdict !== null) return null;
  return (
    <Stack gap="1">
      <Text fontWeight="semibold">{parts.watched(networks, reporters)}</Text>
      {dropped > 0 && <Text color="ink.soft">{parts.watchDropped(dropped)}</Text>}
      <Text color="ink.soft">{parts.watchedUntil(formatShortMoment(until))}</Text>
    </Stack>
  );
}
