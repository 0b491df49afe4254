/** Ids of releases, by the name of their part. */
type ReleaseIds = Readonly<Record<string, readonly string[]>>;
/** Pages by part, release and route. */
export type PageCounts = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;

/** Groups of networks, from 0 to 1023, by part and release. */
export type NetworkGroups = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

/** Networks that pages were sent to. */
export interface SentNetworks {
  /** Of each release that the page's index names: its visitor may reach it by a link. */
  readonly sent: NetworkGroups;
  /** Of the releases of the page itself. */
  readonly opened: NetworkGroups;
}

/** What reports of a release may name. */
export interface ReleaseNames {
  /** Paths of its pages. */
  readonly routes: readonly string[];
  /** File names of its scripts. */
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
    /** By part and id; missing for those that the store no longer has. */
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

/** What the owner must know of a watched change. The site sends the same again and again. */
export interface WatchNotice {
  /** Number of the change in the release store. */
  readonly seq: number;
  readonly outcome: (typeof OUTCOMES)[number];
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly because?: 'silence' | 'failures';
  /** As PartFigures in release/core/src/watch/stored-watches.ts. */
  readonly parts: readonly object[];
}

/** Returns the valid parts of a message. */
export function parseSiteUpdate(message: unknown): SiteUpdate {
  const { releases, servedPages, servedNetworks, watchNotice, mailSettings } = isRecord(message) ? message : {};
  const { active, published, described } = isRecord(releases) ? releases : {};
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOfIds = (value: unknown): value is ReleaseIds => areAll(value, isTexts);

const areSettings = (value: unknown): value is Readonly<Record<string, string>> =>
  isRecord(value) &&
  Object.entries(value).every(([name, text]) => MAIL_SETTINGS.includes(name) && typeof text === 'string');

const isNotice = (value: unknown): value is WatchNotice =>
  isRecord(value) &&
  isCount(value.seq) &&
  OUTCOMES.some((outcome) => outcome === value.outcome) &&
  !Number.isNaN(Date.parse(String(value.at))) &&
  Array.isArray(value.parts) &&
  value.parts.every(isRecord);

const isCounts = (value: unknown): value is PageCounts =>
  areAll(value, (ofPart) => areAll(ofPart, (ofRelease) => areAll(ofRelease, isCount)));

type Described = NonNullable<SiteUpdate['releases']>['described'];

const areDescribed = (value: unknown): value is Described =>
  areAll(value, (ofPart) =>
    areAll(ofPart, (names) => isRecord(names) && isTexts(names.routes) && isTexts(names.scripts)),
  );

const areNetworks = (value: unknown): value is SentNetworks =>
  isRecord(value) && isGroups(value.sent) && isGroups(value.opened);

const isGroups = (value: unknown): value is NetworkGroups =>
  areAll(value, (ofPart) => areAll(ofPart, (groups) => Array.isArray(groups) && groups.every(isGroup)));

const isGroup = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 1024;

const isTexts = (value: unknown) => Array.isArray(value) && value.every((text) => typeof text === 'string');

const areAll = (value: unknown, isValid: (member: unknown) => boolean) =>
  isRecord(value) && Object.values(value).every(isValid);

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) > 0;
