import { CHANGES } from '@site/release-core/changes/all-changes';
import { ANY_NUMBER, type Flags, RIGHTS } from '@site/release-core/command-row';
import { lazyFrom } from '@site/release-core/lazy';
import { QUERIES } from '@site/release-server/interface/queries';
import type { Command, CommandWording, LocalCommand, Values } from '../command';

const lazy = lazyFrom(import.meta.url);

interface Row<Typed extends Flags> extends Omit<Command, 'flags' | 'load'> {
  readonly flags?: Typed;
  readonly load: () => CommandWording<Values<Typed>> | LocalCommand<Values<Typed>>;
}

/** Lets the compiler check that the command reads only its own flags. */
const row = <const Typed extends Flags = Record<never, never>>(command: Row<Typed>) => command as Command;

const changes = () => lazy<typeof import('./changes')>('./changes');
const store = () => lazy<typeof import('./store')>('./store');
const grants = () => lazy<typeof import('./grants')>('./grants');
const copyReleases = () => lazy<typeof import('./copy-releases')>('./copy-releases');

const query = <const Typed extends Flags = Record<never, never>>(
  wording: Pick<Row<Typed>, 'usage' | 'description' | 'flags'>,
  load: Row<Typed>['load'],
) => ({ ...wording, runsOn: 'site', onlyReadsStore: true, load }) as Command;

const changesOfSite = () =>
  Object.entries(CHANGES).flatMap(([name, { usage, description, load, ...shape }]) =>
    usage === undefined || description === undefined
      ? []
      : [[name, { ...shape, usage, description, runsOn: 'site', load: () => changes().wordingOf(load()) } as const]],
  );

/** Keyed by the name that is typed. What a command needs is loaded when it runs. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  publish: row({
    usage: '<name>… | --changed [--allow-dirty] [--unchecked]',
    description: 'checks, tests and builds parts, tries them in a browser, stores them as releases; activates nothing',
    maxWords: ANY_NUMBER,
    flags: {
      changed: { description: 'publishes all parts that differ from the active releases' },
      'allow-dirty': { description: 'publishes uncommitted changes' },
      unchecked: { description: 'skips the check in a browser' },
    },
    runsOn: 'this-machine',
    load: () => lazy<typeof import('../publish/publish-packages')>('../publish/publish-packages').publishPackages,
  }),
  ...Object.fromEntries(changesOfSite()),
  promote: row({
    usage: '<name>@<id> --from <address> --site <address>',
    description: 'publishes a release of one site on another, with the same bytes; builds and activates nothing',
    minWords: 1,
    flags: { from: { value: '<address>', description: 'the site that has the release' } },
    runsOn: 'this-machine',
    load: () => copyReleases().promoteRelease,
  }),
  status: query(QUERIES.status, () => lazy<typeof import('./status')>('./status').status),
  failures: query(QUERIES.failures, () => lazy<typeof import('./failures')>('./failures').failures),
  speed: query(QUERIES.speed, () => lazy<typeof import('./queries')>('./queries').speed),
  visit: row({
    usage: '[<seq>]',
    description:
      'opens the public pages of the latest watched change in a browser, runs its journeys that type nothing, reports what fails',
    maxWords: 1,
    runsOn: 'this-machine',
    load: () => lazy<typeof import('../check/visit-change')>('../check/visit-change').visitChange,
  }),
  journeys: row({
    usage: '<name>',
    description: 'builds a part of the working copy and runs its journeys in a browser, among the active releases',
    minWords: 1,
    runsOn: 'this-machine',
    onlyReadsStore: true,
    load: () => lazy<typeof import('./journeys')>('./journeys').runJourneysOfPart,
  }),
  log: query(QUERIES.log, () => lazy<typeof import('./queries')>('./queries').log),
  verify: row({
    usage: '',
    description: 'compares all that is stored with its hashes, lists what is missing and what has changed',
    runsOn: 'site-machine',
    onlyReadsStore: true,
    load: () => store().verify,
  }),
  repair: row({
    usage: '',
    description: 'repairs damage by composing again, and lists what only a publication restores',
    runsOn: 'site-machine',
    mayUseReserve: true,
    load: () => store().repair,
  }),
  prune: row({
    usage: '[--keep 10] [--days 30]',
    description: 'removes releases that no rollback needs, except the newest and recent ones',
    flags: {
      keep: { value: '<count>', description: 'releases to keep of each name, 10 by default' },
      days: { value: '<count>', description: 'removes nothing younger than this many days, 30 by default' },
    },
    runsOn: 'site-machine',
    load: () => store().prune,
  }),
  deploy: row({
    usage: '<target>',
    description:
      'puts the active site where a host serves it: a folder, or s3://bucket/prefix behind a CDN; sends only what is missing',
    minWords: 1,
    runsOn: 'site-machine',
    onlyReadsStore: true,
    load: () => lazy<typeof import('../deploy/deploy-site')>('../deploy/deploy-site').deployTo,
  }),
  mirror: row({
    usage: '--from <store> --to <store>',
    description:
      'brings all releases and changes of a store into another, each a folder or s3://bucket/prefix; interrupted, it goes on where it stopped',
    flags: {
      from: { value: '<store>', description: 'the store to mirror' },
      to: { value: '<store>', description: 'the store that becomes the mirror' },
    },
    runsOn: 'no-site',
    onlyReadsStore: true,
    load: () => copyReleases().mirrorNamed,
  }),
  new: row({
    usage: '<name> <folder>',
    description: 'writes a remote with one page into remote-<name> here, or into a folder for a repository of its own',
    minWords: 2,
    runsOn: 'no-site',
    onlyReadsStore: true,
    load: () => lazy<typeof import('../scaffold/new-remote')>('../scaffold/new-remote').writeNewRemote,
  }),
  grant: row({
    usage: '<name>… --team "<team>" [--may <right>,…] [--until <day>]',
    description: 'lets a team release these parts from its own machine; prints its token once',
    maxWords: ANY_NUMBER,
    flags: {
      team: { value: '"<team>"', description: 'who gets the grant, for the log' },
      may: { value: '<right>,…', description: `what the grant allows: ${RIGHTS.join(', ')}` },
      until: { value: '<day>', description: 'the last day of the grant' },
      oidc: { value: '<issuer>', description: 'accepts identity tokens of a CI instead of a secret' },
      claim: { multiple: true, value: '<name>=<value>', description: 'a claim that the identity token must contain' },
    },
    runsOn: 'site-machine',
    load: () => grants().giveGrant,
  }),
  grants: row({
    usage: '',
    description: 'lists the grants: rights and last day of each',
    runsOn: 'site-machine',
    onlyReadsStore: true,
    load: () => grants().listGrants,
  }),
  ungrant: row({
    usage: '<grant>',
    description: 'withdraws a grant: its token is refused from the next request on',
    minWords: 1,
    runsOn: 'site-machine',
    load: () => grants().withdrawGrant,
  }),
};
