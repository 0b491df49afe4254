import type { SiteData } from '@site/contract/page-data';
import { activate } from '@site/release-core/changes/activate';
import type { ChangeDefinition } from '@site/release-core/changes/change';
import { composeAgain } from '@site/release-core/changes/compose-again';
import { deactivate } from '@site/release-core/changes/deactivate';
import { editFacts, factsInput } from '@site/release-core/changes/edit-facts';
import { hold } from '@site/release-core/changes/hold';
import { resume } from '@site/release-core/changes/resume';
import { revoke } from '@site/release-core/changes/revoke';
import { rollBack } from '@site/release-core/changes/roll-back';
import { logInput, readLog } from '@site/release-core/operations/read-log';
import type { Store } from '@site/release-core/store/store';
import type { Grant } from '@site/release-core/wire/grants';
import { type CommonInput, type InputOf, requestOf } from '@site/release-core/wire/input';
import type { Right } from '@site/release-core/wire/wire';
import * as v from 'valibot';
import { failuresInput, readLocatedFailures } from '../failures/locate-failures';
import { readSpeeds, speedInput } from '../failures/read-speeds';
import { statusWithFailures } from '../failures/status-with-failures';
import { requireRight } from './caller';
import { previewFacts, readFacts } from './facts';

export interface Machine {
  readonly root: string;
  readonly dataDir: string;
  readonly store: Store;
  /** Keeps what a preview of edited facts shows, and returns how an address requests it. Missing without previews. */
  readonly keepPreview?: (data: SiteData) => Promise<string>;
  /** Called after a change. */
  readonly onChange?: () => void;
}

interface PermittedChange {
  readonly change: ChangeDefinition;
  readonly right: Right;
  /** How many of them an hour may have. */
  readonly perHour?: 'editsPerHour';
}

export const CHANGES: Readonly<Record<string, PermittedChange>> = {
  activate: { change: activate, right: 'activate' },
  deactivate: { change: deactivate, right: 'activate' },
  hold: { change: hold, right: 'activate' },
  resume: { change: resume, right: 'activate' },
  rollback: { change: rollBack, right: 'rollback' },
  revoke: { change: revoke, right: 'revoke' },
  compose: { change: composeAgain, right: 'compose' },
  'edit-facts': { change: editFacts, right: 'facts', perHour: 'editsPerHour' },
};

interface Reading<Own extends v.ObjectEntries = v.ObjectEntries> {
  readonly input: Own;
  // A method, so that readings with different inputs stand in one table.
  read(machine: Machine, asked: CommonInput & InputOf<Own>, grant: Grant): Promise<unknown>;
}

const previewInput = { facts: factsInput };

const log: Reading<typeof logInput> = { input: logInput, read: ({ store }, asked) => readLog(store, asked) };

const failures: Reading<typeof failuresInput> = {
  input: failuresInput,
  read: (machine, asked, { names }) => readLocatedFailures(machine, asked, (name) => names.includes(name)),
};

const speed: Reading<typeof speedInput> = { input: speedInput, read: readSpeeds };

const facts: Reading = {
  input: {},
  read: (machine, _, grant) => {
    requireRight(grant, 'facts', []);
    return readFacts(machine);
  },
};

const preview: Reading<typeof previewInput> = {
  input: previewInput,
  read: (machine, asked, grant) => {
    requireRight(grant, 'facts', []);
    return previewFacts(machine, asked.facts);
  },
};

export const READINGS: Readonly<Record<string, Reading>> = {
  status: { input: {}, read: statusWithFailures },
  log,
  failures,
  speed,
  facts,
  'preview-facts': preview,
};

export const COMMAND_NAMES = [...Object.keys(CHANGES), ...Object.keys(READINGS)];

/** What `POST commands/{command}` takes: one form for each command. */
export const anyCommand = v.union(
  [...Object.values(CHANGES).map(({ change }) => change), ...Object.values(READINGS)].map(({ input }) =>
    requestOf(input),
  ),
);
