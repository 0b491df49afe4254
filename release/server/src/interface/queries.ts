import type { SiteData } from '@site/contract/page-data';
import type { SiteCommandRow } from '@site/release-core/command-row';
import { lazyFrom } from '@site/release-core/lazy';
import type { Grant } from '@site/release-core/store/grants';
import type { Store } from '@site/release-core/store/store';
import type { CommonInput, InputOf } from '@site/release-core/wire/protocol';
import type * as v from 'valibot';

const lazy = lazyFrom(import.meta.url);

export interface SiteAccess {
  readonly root: string;
  readonly dataDir: string;
  readonly store: Store;
  /** Stores edited facts, and returns the `release` parameter that shows them. Missing without previews. */
  readonly keepPreview?: (data: SiteData) => Promise<string>;
}

interface Query<Input extends v.ObjectEntries = v.ObjectEntries> {
  readonly input: Input;
  // A method, so that queries with different inputs stand in one table.
  read(access: SiteAccess, given: CommonInput & InputOf<Input>, grant: Grant | undefined): Promise<unknown>;
}

export interface QueryCommand extends SiteCommandRow {
  readonly load: () => Query;
}

/** Lets the compiler check that the query reads only declared input. */
const query = <Input extends v.ObjectEntries>(one: Query<Input>): Query => one;

const factsModule = () => lazy<typeof import('./facts')>('./facts');

/** What reads a site, at its machine or over its release interface. Loaded when it runs. */
export const QUERIES = {
  status: {
    usage: '',
    description: 'lists what is active, since when, what is published, and what failed in a day',
    load: () => {
      const { statusWithFailures: read } =
        lazy<typeof import('../browser-reports/failures')>('../browser-reports/failures');
      return query({ input: {}, read });
    },
  },
  failures: {
    usage: '[--name <name>] [--since 1d] [--until <time>]',
    description: 'lists what failed in browsers by line: part, release, commit, file and line of the source',
    flags: {
      name: { value: '<name>', description: 'lists the failures of one part' },
      since: { value: '<time>', description: 'of the last 1d, 3h, 30min, or since a day or moment in UTC' },
      until: { value: '<time>', description: 'up to this moment' },
    },
    load: () => {
      const { failuresInput: input, readLocatedFailures } = lazy<typeof import('../browser-reports/locate-failures')>(
        '../browser-reports/locate-failures',
      );
      return query({
        input,
        read: (access, given, grant) =>
          readLocatedFailures(access, given, (name) => grant?.names.includes(name) ?? true),
      });
    },
  },
  speed: {
    usage: '[--name <name>]',
    description: 'lists how fast pages were in browsers, by release and route, for visitors who accepted it',
    flags: { name: { value: '<name>', description: 'lists the speed of one part' } },
    load: () => {
      const { speedInput: input, readSpeeds: read } =
        lazy<typeof import('../browser-reports/speeds')>('../browser-reports/speeds');
      return query({ input, read });
    },
  },
  log: {
    usage: '[--name <name>] [--since 2d] [--limit 20]',
    description: 'lists changes: number, when, who, what, from, to, why',
    flags: {
      name: { value: '<name>', description: 'lists the changes of one part' },
      since: { value: '<time>', description: 'lists changes since 2d, 3h, 30min, a day or a moment' },
      limit: { value: '<count>', description: 'lists this many of the last changes' },
    },
    load: () => {
      const { logInput: input, readLog } = lazy<typeof import('@site/release-core/queries/read-log')>(
        '@site/release-core/queries/read-log',
      );
      return query({ input, read: ({ store }, given) => readLog(store, given) });
    },
  },
  facts: {
    right: 'facts',
    load: () => query({ input: {}, read: (access) => factsModule().readFacts(access) }),
  },
  'preview-facts': {
    right: 'facts',
    load: () => {
      const { factsInput: facts } = lazy<typeof import('@site/release-core/changes/compose-again')>(
        '@site/release-core/changes/compose-again',
      );
      return query({ input: { facts }, read: (access, given) => factsModule().previewFacts(access, given.facts) });
    },
  },
} as const satisfies Readonly<Record<string, QueryCommand>>;
