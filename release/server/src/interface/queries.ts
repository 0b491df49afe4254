import { factsInput } from '@site/release-core/changes/compose-again';
import { lazyFrom } from '@site/release-core/lazy';
import { logInput, readLog } from '@site/release-core/operations/read-log';
import { statusWithFailures } from '../failures/failures';
import { failuresInput, readLocatedFailures } from '../failures/locate-failures';
import { readSpeeds, speedInput } from '../failures/speeds';
import type { Query } from './execute';

const lazy = lazyFrom(import.meta.url);
const factsModule = () => lazy<typeof import('./facts')>('./facts');

export const status: Query = { input: {}, read: statusWithFailures };

export const log: Query<typeof logInput> = { input: logInput, read: ({ store }, asked) => readLog(store, asked) };

export const failures: Query<typeof failuresInput> = {
  input: failuresInput,
  read: (machine, asked, grant) => readLocatedFailures(machine, asked, (name) => grant?.names.includes(name) ?? true),
};

export const speed: Query<typeof speedInput> = { input: speedInput, read: readSpeeds };

export const facts: Query = { input: {}, read: (machine) => factsModule().readFacts(machine) };

const previewInput = { facts: factsInput };

export const previewedFacts: Query<typeof previewInput> = {
  input: previewInput,
  read: (machine, asked) => factsModule().previewFacts(machine, asked.facts),
};
