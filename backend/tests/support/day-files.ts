import { HALVES } from '@site/contract/day-papers';
import type { TestBackend } from './backend';
import { book, IMPOSSIBLE, ownerCalls } from './owner';
import { parisDay } from './rows';

export interface Own {
  readonly request: {
    readonly version: number;
    readonly followUp: object;
    readonly newAgreement: string | null;
    readonly heldCents: number | null;
    readonly owed: object | null;
  };
  readonly videoLink: string | null;
  readonly file: {
    readonly version: number;
    readonly address: string | null;
    readonly dayCents: number | null;
    readonly vatThen: string | null;
    readonly papers: readonly {
      readonly paper: string;
      readonly sentOn: string | null;
      readonly days: unknown;
      readonly isValid: boolean;
      readonly replaces: string | null;
      readonly signedOn: string | null;
      readonly texts: object | null;
      readonly payableFrom: string | null;
    }[];
  };
}

export interface OwnConcern {
  readonly kind: string;
  readonly request: string;
  readonly days: readonly string[];
}

export const TODAY = parisDay();
export const REFUSED = { status: 400 };
export const INCOMPLETE = { ...IMPOSSIBLE, body: { details: 'paper-incomplete' } };
export const half = (date: string, changes: object = {}) =>
  HALVES.map((name) => ({ date, half: name, from: '09:00', to: '12:30', ...changes }));
export const WHOLE = {
  address: '3 rue des Lilas, 35000 Rennes',
  siren: '732829320',
  status: 'independent',
  payerName: 'Agence du Port',
  payerAddress: '5 quai du Port, 35400 Saint-Malo',
  payerSiren: '732829320',
  priorLevel: 'Se sert d’un tableur.',
};

/** What the suites about the file of a day call. */
export function dayFilesOf(backend: () => TestBackend) {
  const query = <Row>(text: string, values?: unknown[]) => backend().owner.query<Row>(text, values);
  const owner = ownerCalls(backend);
  const confirmed = async (day = TODAY) => {
    const id = await book(backend(), day);
    await owner.confirm(id);
    return id;
  };
  const read = (id: string) => owner.read<Own>('day_file', { id });
  const paperOf = async (id: string, name = 'convention') =>
    (await read(id)).file.papers.find(({ paper }) => paper === name);
  const change = async (id: string, changes: object) =>
    owner.call('change_day_file', { id, version: (await read(id)).file.version, changes });
  const mark = async (id: string, paper: string, args: object = {}) =>
    owner.call('mark_paper', { id, version: (await read(id)).file.version, paper, step: 'sent', day: TODAY, ...args });
  return { query, owner, confirmed, read, paperOf, change, mark };
}
