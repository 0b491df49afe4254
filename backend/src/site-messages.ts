import { isObject } from '@site/contract/json';

/** Ids of releases, by the name of their part. */
type ReleaseIds = Readonly<Record<string, readonly string[]>>;
/** Pages by part, release and route. */
export type PageCounts = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;

/** Groups of networks, from 0 to 1023, by part and release. */
export type NetworkGroups = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

export interface SentNetworks {
  /** Counts each release that the page's index names: its visitor may reach it by a link. */
  readonly sent: NetworkGroups;
  /** Counts the releases of the page itself only. */
  readonly opened: NetworkGroups;
}

/** Reports of a release may name nothing else. */
export interface ReleaseNames {
  readonly routes: readonly string[];
  readonly scripts: readonly string[];
}

/** A message from the site's process to the backend, over the IPC channel. */
export interface SiteUpdate {
  /** The names that incidents may have. */
  readonly releases?: {
    /** Releases that are or were active. */
    readonly active: ReleaseIds;
    /** All releases that can be previewed. */
    readonly published: ReleaseIds;
    /** Keyed by part and id; missing for those that the store no longer has. */
    readonly described: Readonly<Record<string, Readonly<Record<string, ReleaseNames>>>>;
  };
  /** HTML pages served since the previous message. */
  readonly servedPages?: PageCounts;
  /** Networks to which they were sent. */
  readonly servedNetworks?: SentNetworks;
  readonly watchNotice?: WatchNotice;
  /** Variables of the environment that come from the site's facts, after a change of these. */
  readonly mailSettings?: Readonly<Record<string, string>>;
}

const MAIL_SETTINGS = ['OWNER_EMAIL', 'SITE_NAME', 'SITE_ORIGIN', 'SITE_FACTS', 'VISITOR_MAILS', 'SITE_GAPS'];

const OUTCOMES = ['returned', 'not-returned', 'unattributed', 'ambiguous', 'visits'] as const;

/** Tells the owner about a watched change. The site sends the same again and again. */
export interface WatchNotice {
  /** Number of the change in the release store. */
  readonly seq: number;
  readonly outcome: (typeof OUTCOMES)[number];
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly because?: 'silence' | 'failures';
  /** Figures of the parts: `PartFigures` of release/core/src/watch/stored-watches.ts. */
  readonly parts: readonly object[];
}

/** Leaves out what is invalid. */
export function parseSiteUpdate(message: unknown): SiteUpdate {
  const { releases, servedPages, servedNetworks, watchNotice, mailSettings } = isObject(message) ? message : {};
  const { active, published, described } = isObject(releases) ? releases : {};
  return {
    ...(isListOfIds(active) &&
      isListOfIds(published) &&
      areDescribed(described) && { releases: { active, published, described } }),
    ...(isCounts(servedPages) && { servedPages }),
    ...(areNetworks(servedNetworks) && { servedNetworks }),
    ...(isNotice(watchNotice) && { watchNotice }),
    ...(areSettings(mailSettings) && { mailSettings }),
  };
}

const isListOfIds = (value: unknown): value is ReleaseIds => areAll(value, isTexts);

const areSettings = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) &&
  Object.entries(value).every(([name, text]) => MAIL_SETTINGS.includes(name) && typeof text === 'string');

const isNotice = (value: unknown): value is WatchNotice =>
  isObject(value) &&
  isCount(value.seq) &&
  OUTCOMES.some((outcome) => outcome === value.outcome) &&
  !Number.isNaN(Date.parse(String(value.at))) &&
  Array.isArray(value.parts) &&
  value.parts.every(isObject);

const isCounts = (value: unknown): value is PageCounts =>
  areAll(value, (ofPart) => areAll(ofPart, (ofRelease) => areAll(ofRelease, isCount)));

type ReleaseDescriptions = NonNullable<SiteUpdate['releases']>['described'];

const areDescribed = (value: unknown): value is ReleaseDescriptions =>
  areAll(value, (ofPart) =>
    areAll(ofPart, (names) => isObject(names) && isTexts(names.routes) && isTexts(names.scripts)),
  );

const areNetworks = (value: unknown): value is SentNetworks =>
  isObject(value) && isGroups(value.sent) && isGroups(value.opened);

const isGroups = (value: unknown): value is NetworkGroups =>
  areAll(value, (ofPart) => areAll(ofPart, (groups) => Array.isArray(groups) && groups.every(isGroup)));

const isGroup = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 1024;

const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string');

const areAll = (value: unknown, isValid: (member: unknown) => boolean) =>
  isObject(value) && Object.values(value).every(isValid);

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;

interface WatchedRelease {
  readonly name: string;
  readonly id: string;
  /** ISO 8601. */
  readonly since: string;
  readonly previous: string | null;
}

/** A message from the site's process, over the IPC channel. */
export interface EvidenceQuestion {
  /** Comes back with the answer. */
  readonly question: number;
  readonly watched: readonly WatchedRelease[];
}

export interface EvidenceAnswer {
  readonly question: number;
  /** ReleaseEvidence of release/core/src/watch/watch.ts, in the order of the question; null without an answer. */
  readonly evidence: readonly object[] | null;
}

/** @returns null for any other message */
export function parseEvidenceQuestion(message: unknown): EvidenceQuestion | null {
  const { question, watched } = (message ?? {}) as Partial<EvidenceQuestion>;
  const isQuestion = Number.isSafeInteger(question) && Array.isArray(watched) && watched.every(isWatched);
  return isQuestion ? (message as EvidenceQuestion) : null;
}

function isWatched(value: unknown): value is WatchedRelease {
  const { name, id, since, previous } = (value ?? {}) as Partial<WatchedRelease>;
  return (
    typeof name === 'string' &&
    typeof id === 'string' &&
    !Number.isNaN(Date.parse(String(since))) &&
    (previous === null || typeof previous === 'string')
  );
}
