import { PICTURE_ADDRESS } from '@site/contract/addresses';
import type { EditedFacts, FactValue, SiteData } from '@site/contract/page-data';
import { brokenRule, cleanFact, MAX_LINES, vatConflicts } from '@site/contract/typed-facts';
import * as v from 'valibot';
import { describeEdited, EDITABLE } from '../config/edited-facts';
import { pictureAddress } from '../config/owner-files';
import { FactsError } from '../config/site-config';
import type { Revision } from '../store/revision';
import type { Store } from '../store/store';
import { UserError } from '../user-error';
import { count, optionalFlag, optionalTexts, text } from '../wire/protocol';
import type { ChangeDefinition } from './change';
import { decideComposition, requireState } from './decide';

/** `reset` names facts of the owner's space that give way to those of the file. */
const input = { isDraft: optionalFlag, reset: optionalTexts };

export const composeAgain: ChangeDefinition<typeof input> = {
  input,
  plan: ({ readData, options }) => ({
    decide: async (current) => {
      const state = requireState(current);
      const { releases, data } = state;
      const edited = withFacts(state, Object.fromEntries(options.reset.map((key) => [requireEditable(key), null])));
      const next = await readData({ ...data, edited }, options.isDraft);
      return decideComposition(current, 'compose', { releases, data: next });
    },
  }),
  unchanged: ({ edited = {} }) =>
    ['The pages have the data of site.json already.', describeEdited(edited)].filter(Boolean).join('\n'),
};

function requireEditable(key: string): string {
  if (EDITABLE.has(key)) return key;
  throw new UserError(`--reset is ${JSON.stringify(key)}: name a key that the owner's space edits, as phone.`);
}

const value = v.nullable(v.union([v.boolean(), text, v.pipe(v.array(text), v.maxLength(MAX_LINES))]));

/** Keyed as in `site.json`; null returns to the value of the file. */
export const factsInput = v.optional(v.record(v.picklist([...EDITABLE.keys()]), value), () => ({}));

type RequestedFacts = Readonly<Record<string, FactValue | null>>;

/** `change` takes an earlier edit back, as the rollback of a change does. */
const editInput = { facts: factsInput, change: v.optional(count) };

export const editFacts: ChangeDefinition<typeof editInput> = {
  input: editInput,
  plan: ({ store, readData, options }) => ({
    decide: async (current) => {
      const state = requireState(current);
      const { data, releases } = state;
      const { facts, change } = options;
      const edited =
        change === undefined
          ? await editFactsOf(store, state, facts)
          : withFacts(state, await factsBefore(store, change));
      const next = await readData({ ...data, edited }, data.site.draft === true);
      requireOneRegime(next, facts);
      return decideComposition(current, 'edit-facts', { releases, data: next });
    },
  }),
};

export async function editFactsOf(
  store: Pick<Store, 'readIdentity'>,
  state: Pick<Revision, 'data'>,
  requested: RequestedFacts,
): Promise<EditedFacts> {
  const clean = Object.entries(requested).map(
    ([key, value]) => [key, value === null ? null : cleanFact(key, value)] as const,
  );
  checkFacts(clean);
  const next = withFacts(state, Object.fromEntries(clean));
  if (requested['trainer.photo']) await requirePicture(store, `${next['trainer.photo']}`);
  return next;
}

/** Checks edited facts only: a contradiction that the site already has is not refused. */
export function requireOneRegime({ site }: Pick<SiteData, 'site'>, requested: RequestedFacts): void {
  const keys = vatConflicts(site);
  if (!keys.some((key) => key in requested)) return;
  throw new FactsError(
    `These contradict each other about VAT: ${keys.join(', ')}.`,
    keys.map((key) => ({ key, rule: 'vat' })),
  );
}

async function requirePicture(store: Pick<Store, 'readIdentity'>, photo: string): Promise<void> {
  const content = await store.readIdentity(PICTURE_ADDRESS.exec(photo)?.[1] ?? '');
  if (content && pictureAddress(content) === photo) return;
  throw new FactsError(`${photo} is no picture of this site: upload it again.`, [
    { key: 'trainer.photo', rule: 'gone' },
  ]);
}

function withFacts({ data }: Pick<Revision, 'data'>, requested: RequestedFacts): EditedFacts {
  const next = Object.entries({ ...data.edited, ...requested });
  return Object.fromEntries(next.flatMap(([key, given]) => (given === null ? [] : [[key, given]])));
}

async function factsBefore(store: Store, seq: number): Promise<RequestedFacts> {
  const [undone, earlier] = await Promise.all([store.readRevisionAt(seq), store.readRevisionBefore(seq)]);
  const { facts = [] } = undone?.change ?? {};
  if (!earlier || facts.length === 0) throw new UserError(`Change ${seq} edited no facts: look at the log again.`);
  return Object.fromEntries(facts.map((key) => [key, earlier.data.edited?.[key] ?? null]));
}

/** Checks edited facts only: an older file of a site is not refused. @throws FactsError that names each key */
function checkFacts(edited: readonly (readonly [key: string, value: FactValue | null])[]): void {
  const refusals = edited.flatMap(([key, value]) => {
    const rule = value === null ? null : brokenRule(key, value);
    return rule ? [{ key, rule }] : [];
  });
  if (refusals.length === 0) return;
  const keys = refusals.map(({ key }) => key).join(', ');
  throw new FactsError(`Values that cannot be right, by their form or their check digits: ${keys}.`, refusals);
}
