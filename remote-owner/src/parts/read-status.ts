import type {
  FailureLine,
  FailureLinesAnswer,
  JourneyStatus,
  LoggedChange,
  PartFailures,
  PartRequests,
  PartStatus,
  RouteSpeed,
  SiteStatus,
  SpeedAnswer,
} from '../api/release-answers';
import { partTitle } from '../content/parts';

export interface PartWatch {
  /** Null while it goes on. */
  readonly verdict: string | null;
  readonly until: string;
  /** Networks with the release. */
  readonly networks: number;
  /** Networks that reported a failure. */
  readonly reporters: number;
  /** Reports of failures that exceeded a limit. */
  readonly dropped: number;
}

/** The change that made a part's release active: the last one of the log after which it has another. */
export const lastChangeOf = (log: readonly LoggedChange[], name: string): LoggedChange | undefined =>
  [...log].reverse().find(({ parts }) => parts.some((part) => part.name === name && part.to));

export const failuresOf = ({ failures }: SiteStatus, { name, active }: PartStatus): PartFailures | undefined =>
  failures?.find((rate) => rate.name === name && rate.id === active && rate.state === 'active');

export const linesOf = ({ failures }: FailureLinesAnswer, { name, active }: PartStatus): readonly FailureLine[] =>
  failures?.filter((line) => line.name === name && line.id === active && !line.preview && line.script !== null) ?? [];

/** The active release of a part comes first. */
export const requestsOf = ({ requests }: SiteStatus, { name }: PartStatus): readonly PartRequests[] =>
  requests?.filter((counted) => counted.name === name) ?? [];

export const journeysOfPart = ({ journeys }: SiteStatus, { name }: PartStatus): readonly JourneyStatus[] =>
  journeys?.filter((journey) => journey.name === name) ?? [];

export function watchOfPart({ watches }: SiteStatus, { name }: PartStatus): PartWatch | undefined {
  const watch = watches.find(({ names }) => names.includes(name));
  if (!watch) return undefined;
  const { end, look, until } = watch;
  const since = (end ?? look)?.parts.find((part) => part.name === name)?.since;
  return {
    verdict: end?.verdict ?? null,
    until,
    networks: since?.networks ?? 0,
    reporters: since?.reporters ?? 0,
    dropped: look?.dropped ?? 0,
  };
}

export const speedsOfPart = ({ speeds }: SpeedAnswer, { name }: PartStatus): readonly RouteSpeed[] =>
  speeds?.filter((speed) => speed.name === name) ?? [];

export const titleIn = ({ names }: SiteStatus, name: string): string =>
  partTitle(name, names.find((part) => part.name === name)?.title);
