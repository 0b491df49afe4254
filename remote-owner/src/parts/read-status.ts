import type {
  FailureLine,
  FailureLinesAnswer,
  LoggedChange,
  PartFailures,
  PartStatus,
  SiteStatus,
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

export const failuresOf = ({ failures }: SiteStatus, part: PartStatus): PartFailures | undefined =>
  ofPart(failures, part).find(({ id, state }) => id === part.active && state === 'active');

export const linesOf = (
  failures: FailureLinesAnswer['failures'] | undefined,
  part: PartStatus,
): readonly FailureLine[] =>
  ofPart(failures, part).filter(({ id, preview, script }) => id === part.active && !preview && script !== null);

/** What the site counts of a part; of requests, those of the active release come first. */
export const ofPart = <One extends { readonly name: string }>(
  all: readonly One[] | null | undefined,
  { name }: PartStatus,
): readonly One[] => all?.filter((one) => one.name === name) ?? [];

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

export const titleIn = ({ names }: SiteStatus, name: string): string =>
  partTitle(name, names.find((part) => part.name === name)?.title);
